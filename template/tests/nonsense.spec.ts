// Invalid input is not a failure of the server: it is one line in the log, and the number of lines is limited. Failures
// are entries with a stack.

import { randomBytes } from "node:crypto";
import { Passkey } from "../../packages/solid-authjs/test/support/passkey.ts";
import { type App, startApp, withoutRequests } from "../../tests/support/app.ts";
import { Client, type Visit } from "../../tests/support/client.ts";
import { expect, insertSession, newClient, test } from "../../tests/support/test.ts";
import { atNight } from "../night.ts";
import { serialized, serverFunctionIds } from "./support/fuzz.ts";
import { exchange, write } from "./support/raw-http.ts";

/** How often each kind of invalid input is sent. */
const TIMES = atNight(100, 20);
/** Lines in the log, for some thousands of requests: ten of each kind per minute. */
const MAX_LINES = 300;

type Nonsense = (visitor: Client) => Promise<unknown>;

const form = (path: string, fields: Record<string, string>): Nonsense => {
  return async (visitor) => visitor.post(path, { csrfToken: await visitor.csrfToken(), ...fields });
};
const json = (path: string, fields: Record<string, unknown>): Nonsense => {
  return async (visitor) => {
    const body = JSON.stringify({ csrfToken: await visitor.csrfToken(), ...fields });
    return visitor.visit(path, { method: "POST", body, headers: { "content-type": "application/json" } });
  };
};
const get = (path: string, headers?: Record<string, string>): Nonsense => {
  return (visitor) => visitor.get(path, headers);
};
const send = (path: string, visit: Visit): Nonsense => {
  return (visitor) => visitor.visit(path, { method: "POST", ...visit });
};
const raw = (request: Partial<Parameters<typeof write>[0]>, isCutOff = false): Nonsense => {
  return ({ origin }) => {
    const whole = { method: "GET", target: "/", headers: [], body: "", ...request };
    return exchange(origin, write(whole, origin), isCutOff);
  };
};
const passkey = (data: string, action = "authenticate"): Nonsense => {
  return async (visitor) => {
    await visitor.get("/api/auth/webauthn-options/passkey");
    return form("/api/auth/callback/passkey", { action, data })(visitor);
  };
};

const SESSION = "authjs.session-token";
const JWE = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0..AAAA.BBBB.CCCC";
const HTML = { accept: "text/html" };

/**
 * An object, a list, a number and other values instead of a text or a form, as SolidStart's client serialises them.
 */
const ARGUMENTS = [
  {
    t: 10,
    i: 1,
    p: {
      k: ["toString", "get"],
      v: [
        { t: 1, s: "x" },
        { t: 0, s: 1 },
      ],
    },
    o: 0,
  },
  { t: 9, i: 1, a: [], o: 0 },
  { t: 0, s: 7 },
  { t: 2, s: 1 },
  { t: 1, s: "//[\n2026-11-21T00:00:00.000Z error forged" },
].map((node) => serialized({ t: 9, i: 0, a: [node], o: 0 }));

const NONSENSE: Record<string, Nonsense[]> = {
  "bad addresses": [
    "x",
    "",
    "a@b@c",
    "a@b.example\r\nBcc: x@y.example",
    "x".repeat(5000),
    "a@b.example/@c.example",
  ].map((email) => form("/api/auth/signin/email", { email })),
  "addresses that are no text": [{}, [], ["a@b.example"], 7, null, true].map((email) =>
    json("/api/auth/signin/email", { email, callbackUrl: {} }),
  ),
  "wrong CSRF tokens": [
    "signin/email",
    "signin/github",
    "signout",
    "callback/email",
    "callback/passkey",
    "session",
  ].map((path) => form(`/api/auth/${path}`, { csrfToken: "x", email: "a@b.example" })),
  "no CSRF cookie": ["signin/email", "signin/github", "signout", "callback/email", "callback/passkey", "session"].map(
    (path) => send(`/api/auth/${path}`, { body: new URLSearchParams({ email: "a@b.example" }) }),
  ),
  "unknown providers": [
    form("/api/auth/signin/nobody", {}),
    form("/api/auth/signin/constructor", {}),
    get("/api/auth/signin/__proto__", HTML),
    get("/api/auth/callback/nobody?code=x"),
    get("/api/auth/callback"),
    get("/api/auth/webauthn-options/email"),
    get("/api/auth/webauthn-options"),
    form("/api/auth/callback", {}),
    form("/api/auth/signin", {}),
  ],
  "unknown actions": [get("/api/auth/nonsense"), get("/api/auth/a/b/c", HTML), form("/api/auth/providers", {})],
  "actions by another method": [
    get("/api/auth/callback/passkey"),
    get("/api/auth/signout"),
    form("/api/auth/csrf", {}),
    form("/api/auth/webauthn-options/passkey", {}),
    form("/api/auth/error", {}),
    form("/api/auth/verify-request", {}),
  ],
  "garbled session cookies": [
    "%",
    '"',
    "a".repeat(4000),
    JWE,
    `x; ${SESSION}.0=a; ${SESSION}.1=b; ${SESSION}.99999999999=c`,
    "\u00e9\u00ff",
  ].flatMap((value) =>
    ["/", "/account", "/api/auth/session", "/api/auth/webauthn-options/passkey?action=register"].map((path) =>
      get(path, { ...HTML, cookie: `${SESSION}=${value}` }),
    ),
  ),
  "other garbled cookies": [
    `authjs.csrf-token=%7C; authjs.callback-url=javascript:alert(1); flash=${encodeURIComponent("\nforged")}`,
    "authjs.csrf-token=|||; authjs.state=x; authjs.pkce.code_verifier=y; authjs.challenge=z; authjs.link-intent=x",
    "return-to=/%ff; authjs.mail-request=y; notice=%7B; typed-email=%ff; last-method={}; theme=%",
    'notice={"code":{}}; flash ={"url":1,"result":{}}; __proto__=x; =nameless; \u00e9=accent',
  ].flatMap((cookie) =>
    ["/", "/sign-in", "/api/auth/csrf", "/api/auth/callback/github?code=x&state=y"].map((path) =>
      get(path, { ...HTML, cookie }),
    ),
  ),
  "bad OAuth callbacks": [
    get("/api/auth/callback/github"),
    get("/api/auth/callback/github?code=x"),
    get("/api/auth/callback/github?code=x&state=y&state=z&code=%ff"),
    get("/api/auth/callback/github?error=access_denied&error_description=%0aforged&state=x"),
    form("/api/auth/callback/github", { code: "x", state: "y" }),
    form("/api/auth/callback/github", { code: "x".repeat(20_000) }),
  ],
  "OAuth callbacks of a flow that has begun": [
    "code=x",
    "code=",
    "",
    "error=access_denied",
    "error=%ff&iss=x",
    "iss=x&code=y",
  ].map((query) => async (visitor: Client) => {
    const { location } = await visitor.post("/api/auth/signin/github", { csrfToken: await visitor.csrfToken() });
    const state = location?.searchParams.get("state");
    return visitor.get(`/api/auth/callback/github?${query}${state ? `&state=${state}` : ""}`);
  }),
  "mail links": [
    form("/api/auth/callback/email", { token: "x", email: "a@b.example" }),
    form("/api/auth/callback/email", { token: "x", email: "nonsense" }),
    form("/api/auth/callback/email", { token: "x" }),
    form("/api/auth/callback/email", {}),
    json("/api/auth/callback/email", { token: {}, email: [] }),
    get("/api/auth/callback/email?token=%ff&email=%ff"),
    get("/sign-in/confirm?token=%ff&email=%0aforged", HTML),
  ],
  passkeys: [
    "",
    "null",
    "[]",
    '"x"',
    "{",
    '{"id":7}',
    '{"id":"x","rawId":"x","type":"public-key","response":{}}',
    '{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA"}}',
    `{"id":"${"A".repeat(15_000)}","rawId":"AA","type":"public-key","response":null}`,
  ].flatMap((data) => ["authenticate", "register", "", "__proto__"].map((action) => passkey(data, action))),
  "passkeys without a challenge": ["null", '{"id":"AA","response":{}}'].map((data) =>
    form("/api/auth/callback/passkey", { action: "authenticate", data }),
  ),
  "deep JSON": ["session", "signin/email", "callback/email", "callback/passkey", "signout"].flatMap((path) =>
    [200, 5_000, 30_000].map((depth) => async (visitor: Client) => {
      const body = `{"csrfToken":"${await visitor.csrfToken()}","data":${"[".repeat(depth)}${"]".repeat(depth)}}`;
      return send(`/api/auth/${path}`, { body, headers: { "content-type": "application/json" } })(visitor);
    }),
  ),
  '"Connect" while signed out': [form("/api/auth/signin/github", { connect: "true" })],
  "updates of no session": [json("/api/auth/session", { data: { a: 1 } }), json("/api/auth/session", {})],
  "callback URLs": ["javascript:alert(1)", "//evil.example", "http://[", "\n", "x".repeat(9000)].flatMap(
    (callbackUrl) => [
      form("/api/auth/signout", { callbackUrl }),
      form("/api/auth/signin/email", { callbackUrl, email: "x" }),
      get(`/sign-in?${new URLSearchParams({ callbackUrl, error: callbackUrl, code: callbackUrl })}`, HTML),
      get(`/error?${new URLSearchParams({ callbackUrl, error: callbackUrl })}`, HTML),
      get(`/account/email?${new URLSearchParams({ email: callbackUrl, token: callbackUrl })}`, HTML),
    ],
  ),
  "bodies that cannot be read": [
    "/api/auth/signin/email",
    "/api/auth/session",
    "/_server",
    "/sign-in",
    "/api/theme",
  ].flatMap((path) => [
    send(path, { body: "{", headers: { "content-type": "application/json" } }),
    send(path, { body: "[".repeat(5000), headers: { "content-type": "application/json" } }),
    send(path, {
      body: "--x\r\ncontent-disposition: form-data; name",
      headers: { "content-type": "multipart/form-data; boundary=x" },
    }),
    send(path, { body: "--", headers: { "content-type": "multipart/form-data" } }),
    send(path, { body: randomBytes(500), headers: { "content-type": "\u00ff;charset=none" } }),
    send(path, {
      body: "csrfToken=%ff%fe&theme=%00",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    }),
  ]),
  "bodies that are too large": ["/api/auth/signin/email", "/_server", "/"].map((path) =>
    send(path, { body: "x".repeat(300_000) }),
  ),
  "bodies that break off": [
    raw({ method: "POST", target: "/api/auth/signin/email", headers: ["Content-Length: 500"], body: "x" }, true),
  ],
  "broken HTTP": [
    raw({ method: "NONSENSE" }),
    raw({ headers: ["No colon here"] }),
    raw({ method: "POST", headers: ["Transfer-Encoding: chunked"], body: "zz\r\n" }),
    raw({ headers: [`X: ${"x".repeat(20_000)}`] }),
    raw({ host: "localhost:99999" }),
    raw({ host: "[" }),
    raw({ target: "http://[" }),
    raw({ target: "*" }),
  ],
  "wrong methods": ["PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"].flatMap((method) =>
    ["/", "/api/auth/session", "/_server", "/api/health", "/account/data"].map((path) => send(path, { method })),
  ),
  "addresses that cannot be decoded": [
    "/%",
    "/%ff",
    "/protected/%c0%ae",
    "//x",
    "/a//b",
    "/_build/x.js",
    "/api/auth/%",
    "/%00",
  ].map((path) => raw({ target: path, headers: ["Accept: text/html"] })),
  "calls of no server function": [
    get("/_server"),
    get("/_server?id=x&args=%ff"),
    get("/_server?id=constructor", { "x-server-instance": "server-fn:0", "x-server-id": "constructor" }),
    send("/_server?id=x%0aforged", { body: "x" }),
    send("/_server", {
      body: ";0x00000002;[]",
      headers: { "x-server-instance": "server-fn:0", "x-server-id": "x-0", "x-start-type": "0" },
    }),
    send("/_server", {
      body: "\u0000",
      headers: { "x-server-instance": "server-fn:0", "x-server-id": "__proto__", "x-start-type": "99" },
    }),
  ],
  "other sites": [
    send("/api/auth/signout", { headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" } }),
  ],
};

/** Every server function of the application, with arguments of every wrong type. */
function misused(): Nonsense[] {
  const functions = serverFunctionIds();
  return functions.flatMap((id) => {
    const script = { "x-server-instance": "server-fn:0", "x-server-id": id };
    return [
      ...ARGUMENTS.flatMap((args) => [
        get(`/_server?${new URLSearchParams({ id, args })}`, script),
        send("/_server", { body: args, headers: { ...script, "x-start-type": "0", "content-type": "text/plain" } }),
      ]),
      get(`/_server?${new URLSearchParams({ id, args: "[" })}`, script),
      get(`/_server?${new URLSearchParams({ id })}`, script),
      send("/_server", { body: new URLSearchParams({ email: "x" }), headers: script }),
      send("/_server", { body: "x", headers: { ...script, "x-start-type": "7" } }),
      send(`/_server?${new URLSearchParams({ id })}`, { body: new URLSearchParams({ email: "x", next: "//[" }) }),
      send(`/_server?${new URLSearchParams({ id })}`, {
        body: new URLSearchParams(),
        headers: { ...HTML, referer: "nonsense" },
      }),
    ];
  });
}

/** The log's entries since then, without the line that each request has. */
async function entriesSince(app: App, start: number): Promise<string[]> {
  return withoutRequests((await app.log()).slice(start)).map((entry) => entry.trimEnd());
}

/**
 * A provider's refusal, which may be due to the application's settings: a limited number a minute. A visitor can forge
 * one with a changed callback.
 */
const REFUSAL = / warn auth: \w+: provider \w+: [^\n]*$/;

test("invalid requests cause no error, no stack and few lines in the log, and warnings only about a provider's refusal", async ({
  app,
}) => {
  const start = (await app.log()).length;
  for (const [kind, all] of Object.entries({ ...NONSENSE, "server functions, misused": misused() })) {
    const before = (await app.log()).length;
    for (let number = 0; number < Math.max(TIMES, all.length); number++)
      await all[number % all.length]?.(new Client(app.origin, newClient()));
    const lines = (await app.log()).slice(before).split("\n");
    expect.soft(lines.filter((line) => !REFUSAL.test(line)).join("\n"), kind).not.toMatch(/ (?:warn|error) |^\s+at /m);
  }
  const entries = await entriesSince(app, start);
  for (const entry of entries.filter((each) => !REFUSAL.test(each)))
    expect(entry).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info [^\n]*$/);
  expect(entries.length).toBeLessThan(MAX_LINES);
});

test("a replayed passkey answer is one log line, without the passkey's id", async () => {
  // A server for this test only, because lines of one kind are limited.
  const app = await startApp();
  try {
    const owner = new Client(app.origin, newClient());
    owner.cookies.set("authjs.session-token", (await insertSession(app)).sessionToken);
    const csrfToken = await owner.csrfToken();
    const challenges = () => [...owner.cookies].filter(([name]) => name.includes("challenge"));
    const answer = async (action: "register" | "authenticate", data: object, kept = challenges()) => {
      for (const [name, value] of kept) owner.cookies.set(name, value);
      const fields = { csrfToken, action, data: JSON.stringify(data) };
      return (await owner.post("/api/auth/callback/passkey", fields)).location?.searchParams.get("error");
    };
    const optionsFor = async (action: string) =>
      JSON.parse((await owner.get(`/api/auth/webauthn-options/passkey?action=${action}`)).body).options;

    const passkey = new Passkey(app.origin);
    const registration = passkey.register(await optionsFor("register"));
    const ofRegistration = challenges();
    expect(await answer("register", registration, ofRegistration)).toBeNull();
    expect(await answer("register", registration, ofRegistration)).not.toBeNull();
    const again = passkey.register(await optionsFor("register"));
    expect(await answer("register", again)).toBe("AlreadyRegistered");
    const { challenge, rpId } = await optionsFor("authenticate");
    const assertion = passkey.authenticate({ challenge, rpId });
    const ofAssertion = challenges();
    expect(await answer("authenticate", assertion, ofAssertion)).toBeNull();
    for (let times = 0; times < 2; times++)
      expect(await answer("authenticate", assertion, ofAssertion)).toBe("WebAuthnVerificationError");

    const refused = (await app.entries()).filter(({ msg }) =>
      String(msg).startsWith("auth: WebAuthnVerificationError: The challenge has been answered before."),
    );
    expect(refused).toHaveLength(3);
    expect((await app.entries()).filter(({ level }) => level !== "info")).toEqual([]);
    const [row] = app.database.prepare(`SELECT "credentialID" FROM "Authenticator"`).all();
    expect(await app.log()).not.toContain(String(row?.credentialID).slice(0, 12));
  } finally {
    await app.stop();
  }
});
