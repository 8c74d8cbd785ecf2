// What an attacker tries in the recipe for a challenge before the mail, and what its visitors see. The copy that
// recipes.spec.ts builds has it.

import { createHmac, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { SECRET, startApp } from "../../../../tests/support/app.ts";
import { type Answer, Client } from "../../../../tests/support/client.ts";
import { type App, askForLink, expect, newEmail } from "../../../../tests/support/test.ts";
import { setUsed } from "./forms.ts";
import { test } from "./test.ts";

/** Of a client in ten minutes, and of all in a day. */
const [FREE, FREE_OF_DAY] = [10, 500];
const LIFETIME_SECONDS = 5 * 60;

interface Challenge {
  parameters: { salt: string; nonce: string; cost: number; keyPrefix: string; expiresAt: number };
  signature: string;
}

const OWN_SECRET = createHmac("sha256", SECRET).update("challenge before a mail").digest("base64url");
const deriveKey = promisify(pbkdf2);

const now = () => Math.floor(Date.now() / 1000);

/** @returns a challenge as the application makes them, but for what is given */
function challengeOf(own: Partial<Challenge["parameters"]> = {}, secret = OWN_SECRET): Challenge {
  const [nonce, salt] = [randomBytes(16).toString("hex"), randomBytes(16).toString("hex")];
  const usual = { algorithm: "PBKDF2/SHA-256", cost: 10_000, keyPrefix: "00", keyLength: 32, nonce, salt };
  const all = { ...usual, expiresAt: now() + LIFETIME_SECONDS, ...own };
  const parameters = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))) as typeof all;
  return { parameters, signature: createHmac("sha256", secret).update(JSON.stringify(parameters)).digest("hex") };
}

/**
 * The work is done beside the event loop: blocked, it would use a connection again that the server has closed.
 *
 * @returns the field of a form
 */
async function proofOf(challenge: Challenge): Promise<string> {
  const { nonce, salt, cost, keyPrefix } = challenge.parameters;
  for (let counter = 0; ; counter++) {
    const password = Buffer.from(`${nonce}${counter.toString(16).padStart(8, "0")}`, "hex");
    const derivedKey = (await deriveKey(password, Buffer.from(salt, "hex"), cost, 32, "sha256")).toString("hex");
    if (derivedKey.startsWith(keyPrefix)) return JSON.stringify({ challenge, solution: { counter, derivedKey } });
  }
}

const isMailed = ({ location }: Answer) => location?.pathname.endsWith("/verify-request") === true;

/** A client that has had all mails without a proof. @returns what asks for one more mail */
async function askerOf(app: App, used = FREE) {
  const client = new Client(app.origin);
  const csrfToken = await client.csrfToken();
  const ask = (proof?: string, headers = {}) =>
    client.post(
      "/api/auth/signin/email",
      { csrfToken, email: newEmail(), ...(proof !== undefined && { proof }) },
      headers,
    );
  expect(isMailed(await ask())).toBe(true);
  setUsed(app, "unprovenMails", used);
  return ask;
}

test("challenge: a client has ten mails without a proof, and each further mail needs a proof of its own", async ({
  app,
}) => {
  const ask = await askerOf(app, FREE - 1);
  expect(isMailed(await ask())).toBe(true);
  const refused = await ask();
  expect([refused.status, isMailed(refused), refused.headers.getSetCookie()]).toEqual([429, false, []]);
  expect((await ask(undefined, { accept: "text/html" })).body).toContain("needs JavaScript");
  const challenge: Challenge = JSON.parse(refused.headers.get("challenge") ?? "");
  expect(challenge.parameters.expiresAt - now()).toBeLessThanOrEqual(LIFETIME_SECONDS);
  expect(challenge.parameters).toMatchObject({ cost: 10_000, keyPrefix: "00" });
  const proof = await proofOf(challenge);
  expect(isMailed(await ask(proof))).toBe(true);
  expect((await ask(proof)).status).toBe(429);
  const atOnce = await proofOf(challengeOf());
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(atOnce)));
  expect(answers.filter(isMailed)).toHaveLength(1);
  await askerOf(app);
});

test("challenge: all clients together have a fifth of the server's day without a proof", async ({ app }) => {
  // A counter over its limit stays so for the rest of its day.
  const own = await startApp(app.folder, app.env);
  try {
    await askerOf(own);
    setUsed(own, "unprovenMailsOfDay", FREE_OF_DAY - 1);
    await askerOf(own);
    const client = new Client(own.origin);
    const csrfToken = await client.csrfToken();
    const ask = (proof: string) => client.post("/api/auth/signin/email", { csrfToken, email: newEmail(), proof });
    expect((await ask("")).status).toBe(429);
    expect(isMailed(await ask(await proofOf(challengeOf())))).toBe(true);
  } finally {
    await own.stop();
  }
});

test("challenge: a proof that is old, of another application or of less work is refused", async ({ app }) => {
  const ask = await askerOf(app);
  const { challenge, solution } = JSON.parse(await proofOf(challengeOf()));
  const other = JSON.parse(await proofOf(challengeOf()));
  const eased = { ...challengeOf(), signature: challengeOf().signature };
  eased.parameters.cost = 1;
  for (const [what, proof] of [
    ["an old one", await proofOf(challengeOf({ expiresAt: now() - 1 }))],
    ["of another application", await proofOf(challengeOf({}, "another secret"))],
    ["signed by AUTH_SECRET itself", await proofOf(challengeOf({}, SECRET))],
    ["made easier", await proofOf(eased)],
    ["another's solution", JSON.stringify({ challenge, solution: other.solution })],
    ["a claimed key", JSON.stringify({ challenge, solution: { counter: 1, derivedKey: "00".repeat(32) } })],
    ["no solution", JSON.stringify({ challenge })],
    ["an array as signature", JSON.stringify({ challenge: { ...challenge, signature: [] }, solution })],
    ["no parameters", '{"challenge":{"parameters":null}}'],
    ["no challenge", "null"],
    ["no JSON", "x"],
    ["a deep one", `{"challenge":{"parameters":${"[".repeat(5_000)}${"]".repeat(5_000)}}}`],
  ] as const) {
    const answer = await ask(proof);
    expect([answer.status, isMailed(answer)], what).toEqual([429, false]);
  }
  expect(await app.log()).not.toMatch(/"level":"error".*(challenge|proof)/i);
  expect(isMailed(await ask(JSON.stringify({ challenge, solution })))).toBe(true);
});

test("challenge: the form and “Send it again” solve a challenge, without a cookie", async ({ page, context, app }) => {
  const origins = new Set<string>();
  page.on("request", (request) => void origins.add(new URL(request.url()).origin));
  const proofs: string[] = [];
  page.on("request", (request) => {
    const proof = new URLSearchParams(request.postData() ?? "").get("proof");
    if (proof) proofs.push(proof);
  });
  // Those of passkeys have a number.
  const cookies = async () => new Set((await context.cookies()).map(({ name }) => name.replace(/\d+$/, "")));
  await page.clock.install();
  await page.goto("/sign-in");
  await askForLink(page, app, newEmail());
  const before = await cookies();
  setUsed(app, "unprovenMails", FREE);
  await page.goto("/sign-in");
  await askForLink(page, app, newEmail());
  expect(proofs).toHaveLength(1);
  // The button waits as long.
  await page.clock.runFor(30_000);
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("We sent the link again")).toBeVisible();
  expect(proofs).toHaveLength(2);
  expect([...origins]).toEqual([app.origin]);
  expect(await cookies()).toEqual(before);
});
