// A provider's answers with every type and every odd text in each field: of a profile, of a token answer, of an ID
// token. Each leads to the one person's session, with bounded data, or to a refusal that a page has words for. Random,
// and repeatable: a failure names its seed, and FUZZ_SEED=… repeats it.

import type { OIDCConfig } from "@auth/core/providers";
import fc from "fast-check";
import { isOwnSpelling } from "solid-authjs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { describeAuthError } from "~/messages/auth-errors";
import { STRATEGIES } from "../../../packages/solid-authjs/test/support/application";
import { CLIENT, useOAuth } from "../../../packages/solid-authjs/test/support/oauth";
import { errorOf, type Visitor } from "../../../packages/solid-authjs/test/support/visitor";
import { useProviderApplication } from "../support/provider-application";

/** Each part runs so often with each kind of session. */
const RUNS = 12;

/** A browser's cookies, in characters: half of what Node accepts in all headers. */
const MAX_COOKIES = 8000;

const VICTIM = { id: "victim", email: "victim@example.com", providerAccountId: "1" };
const ADA = { id: "7", email: "ada@example.com", name: "Ada", picture: "https://example.com/ada.png" };

type Fields = Record<string, unknown>;
type Settings = Parameters<typeof application.open>[1];

const oauth = useOAuth();
const application = useProviderApplication();

/** @returns the application with a provider, which stores its tokens */
const open = (provider: Parameters<typeof application.open>[0][number], settings: Settings) =>
  application.open([provider], { storeProviderTokens: true, ...settings });

beforeEach(async () => {
  vi.stubEnv("LOG_LEVEL", "error");
  const { id, email, providerAccountId } = VICTIM;
  const account = { type: "oauth", provider: "custom", providerAccountId };
  const emailVerified = new Date();
  await application.prisma.user.create({ data: { id, email, emailVerified, accounts: { create: account } } });
});

const oddTexts = [
  ...["", " ", "\0", "\n", "\u200b", "\u3164", "\u2800", "\ud800", "a\udfff", "\u202e", "\ufffe"],
  ...["null", "undefined", "NaN", "true", "false", "1e21", "-0", "1", "7", "9007199254740993", "[object Object]"],
  ...["__proto__", "constructor", "<script>alert(1)</script>", "javascript:alert(1)", '\'; DROP TABLE "User"; --'],
  ...["victim@example.com", "VICTIM@example.com", "vict\u0131m@example.com", "victim@ex\u00adample.com"],
  ...["victim@example.com\0", " victim@example.com", "victim@example.com,ada@example.com", "\u212aim@example.com"],
  ...[
    `data:image/png;base64,${"A".repeat(12_000)}`,
    "x".repeat(20_000),
    "\u0301".repeat(5000),
    "\ud83d\ude00".repeat(99),
  ],
  ...[`https://example.com/${"x".repeat(5000)}`, `${"x".repeat(300)}@example.com`, "Bearer", "MAC", "dpop"],
];
const oddNumbers = [0, -0, 1, 7, -1, 0.5, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), 1e21, 1e308];

const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...oddNumbers, true, false, null, undefined) },
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** One field is odd, or each may be. */
function oddFields(names: string[]): fc.Arbitrary<Fields> {
  const one = fc.tuple(fc.constantFrom(...names), value).map(([name, odd]): Fields => ({ [name]: odd }));
  const many = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
  return fc.oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: many });
}

/** @param check whether a person was signed in: surely with no odd field */
async function everyOutcome(fields: fc.Arbitrary<Fields>, check: (odd: Fields) => Promise<boolean>): Promise<void> {
  expect(await check({})).toBe(true);
  const seed = process.env.FUZZ_SEED === undefined ? {} : { seed: Number(process.env.FUZZ_SEED) };
  await fc.assert(
    fc.asyncProperty(fields, async (odd) => void (await check(odd))),
    { numRuns: RUNS, ...seed },
  );
}

/**
 * Two sign-ins with the same answer.
 *
 * @param id who the provider says that the person is
 * @returns whether they were signed in
 */
async function signInTwice(newBrowser: () => Visitor, errors: Error[], profile: Fields, id: unknown): Promise<boolean> {
  const { prisma } = application;
  await prisma.user.deleteMany({ where: { id: { not: VICTIM.id } } });
  const findVictim = () =>
    prisma.user.findMany({
      where: { id: VICTIM.id },
      include: { accounts: { select: { provider: true, providerAccountId: true } } },
    });
  const victim = await findVictim();
  const users: unknown[] = [];
  for (const _ of ["first", "again"]) {
    errors.length = 0;
    const visitor = newBrowser();
    const answer = await oauth.signIn(visitor);
    expect(answer.status).toBe(302);
    expect(answer.location?.origin).toBe("https://app.example.com");
    const session = await visitor.get("/session");
    expect(session.status).toBe(200);
    expect(visitor.cookieHeader().length).toBeLessThan(MAX_COOKIES);
    const { user = null } = (await session.json()) ?? {};
    users.push(user?.id);
    if (user) await expectPerson(user, profile, id);
    if (user) expect(errors).toEqual([]);
    else expectRefusal(answer.location?.searchParams, errors);
    expect(errorOf(answer) === null).toBe(user !== null);
  }
  expect(users[0]).toBe(users[1]);
  expect(await findVictim()).toEqual(victim);
  expect(await prisma.user.count()).toBeLessThanOrEqual(2);
  return users[0] !== undefined;
}

async function expectPerson(user: Fields, { email, email_verified: claim }: Fields, id: unknown): Promise<void> {
  expect(typeof id === "string" || Number.isSafeInteger(id)).toBe(true);
  const accounts = await application.prisma.account.findMany({ where: { userId: String(user.id) } });
  expect(accounts).toMatchObject([{ provider: "custom", providerAccountId: String(id) }]);
  const { name, image } = user;
  for (const text of [name, accounts[0]?.label])
    if (text !== null) expect(text).toMatch(/^(?=.*[\p{L}\p{N}\p{P}\p{S}])[^\p{Cc}\p{Cs}]{1,100}$/u);
  if (image !== null) expect(image).toMatch(/^https?:\/\/[!-~]{1,992}$/);
  expect(user.email).toMatch(/^[^\s\p{C}]+@[^\s\p{C}]+$/u);
  if (user.id === VICTIM.id || user.emailVerified !== true) return;
  expect(isOwnSpelling(email)).toBe(true);
  expect([undefined, true, "true"]).toContain(claim);
}

/** The page has words of its own for it, which blame neither the application nor the visitor's link. */
function expectRefusal(query: URLSearchParams | undefined, errors: Error[]): void {
  const { title, status } = describeAuthError(query?.get("error"), query?.get("code"));
  expect([title, status]).not.toEqual([describeAuthError("unknown").title, 400]);
  expect(status).not.toBe(500);
  if (query?.get("error") === "CallbackRouteError") expect(errors).not.toEqual([]);
}

describe.each(STRATEGIES)("a provider's answer, sessions by %s", (strategy) => {
  const errors: Error[] = [];
  const logger = { error: (error: Error) => void errors.push(error), warn() {}, debug() {} };

  it("odd fields in the profile sign one person in, or are refused", async () => {
    const newBrowser = await open(oauth.provider(), { strategy, logger });
    const names = "id sub email email_verified name nickname preferred_username picture login".split(" ");
    await everyOutcome(oddFields(names), async (odd) => {
      oauth.profile = { ...ADA, ...odd };
      return signInTwice(newBrowser, errors, oauth.profile, oauth.profile.sub ?? oauth.profile.id);
    });
  });

  it("a row from before names and pictures were checked still signs its user in, with bounded ones", async () => {
    const account = { type: "oauth", provider: "custom", providerAccountId: ADA.id };
    const image = `data:image/png;base64,${"A".repeat(12_000)}`;
    const { email } = ADA;
    const data = { email, name: "x".repeat(20_000), image, accounts: { create: account } };
    await application.prisma.user.create({ data });
    oauth.profile = ADA;
    const visitor = (await application.open([oauth.provider()], { strategy }))();
    expect(errorOf(await oauth.signIn(visitor))).toBeNull();
    expect(visitor.cookieHeader().length).toBeLessThan(MAX_COOKIES / 2);
    expect(await visitor.session()).toMatchObject({ user: { email, name: "x".repeat(100), image: null } });
  });

  it("odd tokens sign the same person in, or are refused", async () => {
    const newBrowser = await open(oauth.provider(), { strategy, logger });
    const names = "access_token token_type expires_in refresh_token scope id_token session_state";
    oauth.profile = ADA;
    await everyOutcome(oddFields(`${names} error provider providerAccountId userId type`.split(" ")), async (odd) => {
      oauth.tokens = { access_token: "token", token_type: "bearer", ...odd };
      return signInTwice(newBrowser, errors, ADA, ADA.id);
    });
  });

  it("odd claims in the ID token sign one person in, or are refused", async () => {
    const { authorization, token, userinfo, checks } = oauth.provider();
    const issuer = new URL(`${token}`).origin;
    const provider = { id: "custom", name: "Custom", type: "oidc", issuer, ...CLIENT } as const;
    const oidc = { ...provider, authorization, token, userinfo, checks } as OIDCConfig<object>;
    const newBrowser = await open(oidc, { strategy, logger });
    const names = "sub email email_verified name picture iss aud exp iat nonce auth_time".split(" ");
    await everyOutcome(oddFields(names), async (odd) => {
      const now = Math.floor(Date.now() / 1000);
      const { id: sub, ...person } = ADA;
      const claims: Fields = { iss: issuer, aud: CLIENT.clientId, exp: now + 300, iat: now, sub, ...person, ...odd };
      const parts = [{ alg: "RS256" }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
      oauth.tokens = { access_token: "token", token_type: "bearer", id_token: `${parts.join(".")}.c2lnbmF0dXJl` };
      return signInTwice(newBrowser, errors, claims, claims.sub);
    });
  });
});
