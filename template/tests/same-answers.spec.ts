// Attackers cannot find out whether an address has an account: not from responses, not from mails, not from response
// times.

import { randomBytes } from "node:crypto";
import { type Mailbox, openMailbox } from "../../scripts/dev/mailbox.ts";
import { type App, startApp } from "../../tests/support/app.ts";
import { type Answer, clientOf } from "../../tests/support/client.ts";
import { expect, expectRows, insertSession, test } from "../../tests/support/test.ts";
import { formOf } from "./support/scale/every-request.ts";

/** Known and unknown addresses whose responses are timed. */
const TIMED = 500;
const WARM_UP = 40;
const AT_A_TIME = 8;
/** By chance alone, one run in sixteen thousand exceeds this. */
const MAX_DIFFERENCE = 4;

let app: App;
let mailbox: Mailbox;
let addresses = 0;

test.beforeAll(async () => {
  // The mail server delays its greeting on a new connection, which would hide a difference. So these connections are
  // kept open.
  mailbox = await openMailbox();
  app = await startApp(undefined, {
    EMAIL_SERVER: `${mailbox.url}?pool=true&maxConnections=${AT_A_TIME}&maxMessages=100000`,
  });
});
test.afterAll(async () => {
  await app.stop();
  await mailbox.close();
});

const newVisitor = () => clientOf(app);

/** Two addresses of the same length: one with an account, and one without. */
function newPair(): { known: string; unknown: string } {
  const number = String(++addresses).padStart(6, "0");
  const known = `known-${number}@example.com`;
  const now = new Date().toISOString();
  app.database
    .prepare(`INSERT INTO "User" ("id", "email", "emailVerified", "createdAt") VALUES (?, ?, ?, ?)`)
    .run(randomBytes(12).toString("hex"), known, now, now);
  return { known, unknown: `other-${number}@example.com` };
}

async function askForLink(email: string, client = newVisitor(), headers: Record<string, string> = {}): Promise<Answer> {
  return client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email }, headers);
}

/** Everything that an attacker sees of a response. Random values and times are replaced by fixed words. */
function seen({ status, headers, body }: Answer, address: string): string {
  const lines = [...headers]
    .filter(([name]) => name !== "date")
    .map(([name, value]) => `${name}: ${name === "set-cookie" ? sealed(value) : value}`);
  return masked([status, ...lines, body].join("\n"), address);
}

function masked(text: string, address: string): string {
  return (
    text
      .replaceAll(address, "[address]")
      .replaceAll(encodeURIComponent(address), "[address]")
      .replace(/[0-9a-f]{64}/g, "[token]")
      .replace(/\b[B-Z]{4}-[B-Z]{4}\b/g, "[code]")
      .replace(/nonce(-|=")[^'"]+/g, "[nonce]")
      .replace(/^(retry-after: )\d+/m, "$1[seconds]")
      // The page's data, in the order in which it arrived.
      .replace(/<script.*?<\/script>/gs, "")
  );
}

/** Only the server can read a cookie's value. Its length is public. */
function sealed(line: string): string {
  return line.replace(/=[^;]*/, (value) => `=[${value.length} characters]`).replace(/Expires=[^;]*/i, "Expires=[time]");
}

/** The content of the mail, normalised in the same way. */
function mailsTo(address: string): string[] {
  return mailbox.mails
    .filter(({ to }) => to?.[0]?.address === address)
    .map(({ subject, text, html }) => masked(`${subject}\n${text}\n${html}`, address));
}

/** The address, the number of earlier requests by as many clients, and the result. */
const ASKS: [when: string, before: number, status: number][] = [
  ["for the first time", 0, 302],
  ["once too often", 5, 429],
];

/** The headers of a form, and those of a script. */
const VARIANTS: Record<string, string>[] = [{}, { "x-auth-return-redirect": "1" }];

for (const [when, before, status] of ASKS)
  test(`asking for a link ${when} is answered the same, known or not: status, headers, pages and mails`, async () => {
    for (const headers of VARIANTS) {
      const { known, unknown } = newPair();
      const answers: string[] = [];
      for (const address of [known, unknown]) {
        for (let asks = 0; asks < before; asks++) await askForLink(address);
        const client = newVisitor();
        const answer = await askForLink(address, client, headers);
        const next = answer.location ? await client.get(answer.location.href) : answer;
        const page = await client.get("/verify-request");
        answers.push([answer, next, page].map((each) => seen(each, address)).join("\n\n"));
        expect(answer.status).toBe("x-auth-return-redirect" in headers && status === 302 ? 200 : status);
      }
      expect(answers[0]).toBe(answers[1]);
      expect(mailsTo(known)).toEqual(mailsTo(unknown));
      expect(mailsTo(known)).toHaveLength(status === 302 ? before + 1 : before);
    }
  });

test("a forged link gets the same answer for every address", async () => {
  const { known, unknown } = newPair();
  const answers: string[] = [];
  for (const email of [known, unknown]) {
    const client = newVisitor();
    const token = "0".repeat(64);
    const confirm = await client.get(`/sign-in/confirm?${new URLSearchParams({ token, email })}`);
    const csrfToken = await client.csrfToken();
    const answer = await client.post("/api/auth/callback/email", { csrfToken, token, email });
    expect(answer.location?.searchParams.get("error")).toBe("Verification");
    answers.push(`${seen(confirm, email)}\n\n${seen(answer, email)}`);
  }
  expect(answers[0]).toBe(answers[1]);
});

/**
 * By how many standard deviations one series exceeds another: the Mann-Whitney U test with its normal approximation, in
 * which a few slow measurements have limited weight.
 */
function rankDifference(one: number[], other: number[]): number {
  const [n, m] = [one.length, other.length];
  const exceeded = one.reduce((sum, value) => sum + other.filter((each) => each < value).length, 0);
  return (exceeded - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

/** Asks for both addresses of each pair, in turns, so many at a time, and expects the same times. */
async function expectSameTime(
  what: string,
  pairs: ReturnType<typeof newPair>[],
  atATime: number,
  ask: (address: string) => Promise<number>,
): Promise<void> {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  const askForAll = async () => {
    for (let pair = pairs.pop(); pair; pair = pairs.pop())
      for (const kind of pairs.length % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const))
        times[kind].push(await ask(pair[kind]));
  };
  await Promise.all(Array.from({ length: atATime }, askForAll));
  const difference = rankDifference(times.known.slice(WARM_UP), times.unknown.slice(WARM_UP));
  console.log(`${what}: z = ${difference.toFixed(2)}`);
  expect(Math.abs(difference)).toBeLessThan(MAX_DIFFERENCE);
}

test("requesting a link takes the same time for known and unknown addresses", { tag: "@night" }, async () => {
  const first = newVisitor();
  const csrfToken = await first.csrfToken();
  const headers = { cookie: first.cookieHeader() };
  const pairs = Array.from({ length: WARM_UP + TIMED }, newPair);
  const ask = async (email: string) => {
    const { status, ms } = await newVisitor().post("/api/auth/signin/email", { csrfToken, email }, headers);
    expect(status).toBe(302);
    return ms;
  };
  // Delivery of a mail takes a while, and others are requested during it.
  await expectSameTime("asking for a link", pairs, AT_A_TIME, ask);
});

test("changing to an address takes the same time if it has an account and if not, and writes the same rows", {
  tag: "@night",
}, async () => {
  const newOwner = async () => {
    const user = await insertSession(app);
    return { user, client: clientOf(app, user) };
  };
  const { path } = formOf(await (await newOwner()).client.open("/account"), "Change email");
  const headers = { accept: "text/html", referer: `${app.origin}/account` };
  // Each change has a user of its own: one user requests ten.
  const ask = async (email: string) => {
    const { user, client } = await newOwner();
    const { location, ms } = await client.post(path, { email }, headers);
    expect(location?.pathname).toBe("/account");
    await expectRows(app, "VerificationToken", "identifier", `address:${user.id}`).toHaveLength(1);
    return ms;
  };
  const pairs = Array.from({ length: WARM_UP + TIMED / 2 }, newPair);
  await expectSameTime("changing the address", pairs, 1, ask);
});
