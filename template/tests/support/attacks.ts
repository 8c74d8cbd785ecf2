// Requests of an attacker. The load test mixes them with honest visitors' requests. The code that makes the clients
// checks that no response contains what an attacker must not get. The checks that are specific to an attack are here.

import { randomBytes, randomInt } from "node:crypto";
import { connect } from "node:net";
import type { Client } from "../../../tests/support/client.ts";

/** Used secrets that an attacker has. Newest last. */
export interface Prey {
  /** The links in mails. */
  links: string[];
  sessionTokens: string[];
}

export interface Attacker {
  /** @param address the client's IP; by default each client has a network of its own */
  newAttacker: (address?: string) => Client;
  prey: Prey;
  /** The number of the attack, for names that no other attack uses. */
  number: number;
}

export type Attack = (attacker: Attacker) => Promise<void>;

const ONE_ADDRESS = "flooded@victims.example";
const ONE_CLIENT = "203.0.113.7";

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

const BODIES: [type: string, body: string | Buffer<ArrayBuffer>][] = [
  [JSON_TYPE, "{"],
  [JSON_TYPE, "null"],
  [JSON_TYPE, `${"[".repeat(5000)}${"]".repeat(5000)}`],
  [JSON_TYPE, '{"__proto__":{"email":"x"},"csrfToken":{},"email":["a@b.example"],"callbackUrl":7}'],
  [JSON_TYPE, JSON.stringify({ csrfToken: "x".repeat(100_000), data: "{}" })],
  [FORM_TYPE, "csrfToken=%ff%fe&email=%00%0d%0aBcc:%20x@y.example&email=b&callbackUrl=javascript:alert(1)"],
  [FORM_TYPE, "&&==&%&a=%u0041"],
  [FORM_TYPE, `callbackUrl=/${"x".repeat(20_000)}&state=${"y".repeat(20_000)}`],
  ["multipart/form-data; boundary=x", "--x\r\ncontent-disposition: form-data; name"],
  ["multipart/form-data", "--"],
  ["text/plain", '{"csrfToken":"'],
  ["\u00ff;charset=none", randomBytes(2000)],
  ["", randomBytes(20)],
];

const POSTS = [
  "/api/auth/signin/email",
  "/api/auth/signin/github",
  "/api/auth/callback/email",
  "/api/auth/callback/github",
  "/api/auth/callback/passkey",
  "/api/auth/signout",
  "/api/auth/session",
  "/api/auth/nonsense",
  "/sign-in",
  "/_server",
];

const GETS = ["/api/auth/session", "/protected", "/", "/sign-in", "/api/auth/webauthn-options/passkey", "/account"];

const COOKIES = [
  "authjs.session-token=%",
  'authjs.session-token="',
  `authjs.session-token=${"a".repeat(4000)}`,
  "authjs.session-token.0=a; authjs.session-token.1=b; authjs.session-token.99999999999=c",
  "authjs.session-token=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0..AAAA.BBBB.CCCC",
  "authjs.csrf-token=%7C; authjs.callback-url=javascript:alert(1)",
  "authjs.csrf-token=|||; authjs.state=x; authjs.pkce.code_verifier=y; authjs.challenge=z",
  "return-to=/%ff; authjs.link-intent=x; authjs.mail-request=y",
  "__proto__=x; constructor=y; ;;; a",
  "=nameless; a b=space; \u00e9=accent",
];

const CREDENTIALS = [
  "",
  "null",
  "[]",
  '"x"',
  "{",
  '{"id":7}',
  '{"id":"x","rawId":"x","type":"public-key","response":{}}',
  '{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA"}}',
];

export const ATTACKS: Record<string, Attack> = {
  async "garbage bodies"({ newAttacker }) {
    const [type, body] = pick(BODIES);
    const headers: Record<string, string> = type ? { "content-type": type } : {};
    await newAttacker().visit(pick(POSTS), { method: "POST", body, headers });
  },

  async "garbage cookies"({ newAttacker }) {
    await newAttacker().get(pick(GETS), { cookie: pick(COOKIES) });
  },

  async "made-up sessions"({ newAttacker }) {
    await expectWorthless(newAttacker(), randomBytes(32).toString("hex"));
  },

  async "sessions that have ended"({ newAttacker, prey }) {
    await expectWorthless(newAttacker(), prey.sessionTokens.at(-1) ?? "");
  },

  async "wrong CSRF tokens"({ newAttacker }) {
    const attacker = newAttacker();
    await attacker.csrfToken();
    const csrfToken = randomBytes(32).toString("hex");
    const answer = await attacker.post("/api/auth/signin/email", { csrfToken, email: "nobody@victims.example" });
    expectRefused(answer.location, answer.status);
  },

  async "links for one address"({ newAttacker }) {
    const attacker = newAttacker();
    const csrfToken = await attacker.csrfToken();
    await attacker.post("/api/auth/signin/email", { csrfToken, email: ONE_ADDRESS });
  },

  async "links from one client"({ newAttacker, number }) {
    const attacker = newAttacker(ONE_CLIENT);
    const csrfToken = await attacker.csrfToken();
    await attacker.post("/api/auth/signin/email", { csrfToken, email: `victim-${number}@victims.example` });
  },

  async "links that are spent"({ newAttacker, prey }) {
    const link = prey.links.at(-1);
    if (link) await expectSpent(newAttacker(), Object.fromEntries(new URL(link).searchParams));
  },

  async "links that are made up"({ newAttacker, number }) {
    const token = randomBytes(32).toString("hex");
    await expectSpent(newAttacker(), { token, email: `victim-${number}@victims.example` });
  },

  async "rubbish for a passkey"({ newAttacker }) {
    const attacker = newAttacker();
    const csrfToken = await attacker.csrfToken();
    await attacker.get("/api/auth/webauthn-options/passkey?action=authenticate");
    const action = pick(["authenticate", "register", "", "__proto__"]);
    const fields = { csrfToken, action, data: pick(CREDENTIALS) };
    const answer = await attacker.post("/api/auth/callback/passkey", fields);
    expectRefused(answer.location, answer.status);
  },

  async "made-up answers of GitHub"({ newAttacker }) {
    const attacker = newAttacker();
    const csrfToken = await attacker.csrfToken();
    await attacker.post("/api/auth/signin/github", { csrfToken });
    const answer = await attacker.get(`/api/auth/callback/github?code=x&state=${randomBytes(20).toString("hex")}`);
    expectRefused(answer.location, answer.status);
  },

  async "calls of server functions"({ newAttacker }) {
    const id = `${randomBytes(8).toString("hex")}#${pick(["constructor", "x", "$$function0"])}`;
    const query = new URLSearchParams({ id, args: pick(["", "[]", "%", ";0x00000002;[]", "\u0000"]) });
    await newAttacker().get(`/_server?${query}`, { "x-server-instance": "server-fn:0", "x-server-id": id });
  },

  async "requests that break off"({ newAttacker }) {
    const attacker = newAttacker();
    await breakOff(attacker, pick(POSTS));
    await attacker.get("/api/auth/csrf");
  },
};

/** Announces a long body, sends the beginning, and closes the connection. */
async function breakOff({ origin, address }: Client, path: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => {});
  const head = [`POST ${path} HTTP/1.1`, `host: ${hostname}:${port}`, `x-forwarded-for: ${address}`];
  head.push(`content-type: ${FORM_TYPE}`, "content-length: 5000");
  socket.write(`${head.join("\r\n")}\r\n\r\ncsrfToken=`, () => socket.destroy());
  await closed;
}

async function expectWorthless(attacker: Client, sessionToken: string): Promise<void> {
  const cookie = `authjs.session-token=${sessionToken}`;
  const session = await attacker.get("/api/auth/session", { cookie });
  if (session.status === 200 && session.body !== "null") throw new Error("a worthless cookie is a session");
  const page = await attacker.get("/protected", { cookie });
  if (page.status === 200) throw new Error("a worthless cookie opens a page");
}

async function expectSpent(attacker: Client, fields: Record<string, string>): Promise<void> {
  const csrfToken = await attacker.csrfToken();
  const answer = await attacker.post("/api/auth/callback/email", { csrfToken, ...fields });
  expectRefused(answer.location, answer.status);
}

/** An error message, or none if the attacker is over a limit. */
function expectRefused(location: URL | undefined, status: number): void {
  if (status < 400 && !location?.searchParams.has("error"))
    throw new Error(`it is answered with ${status} ${location}`);
}

function pick<T>(choices: T[]): T {
  return choices[randomInt(choices.length)] as T;
}
