// The rate limits of the auth route, each with as many requests as it allows.

import type { EmailConfig } from "@auth/core/providers";
import { beforeEach, expect, it, vi } from "vitest";
import { lastResortText } from "~/messages/errors";
import type { LimitName } from "~/server/http/rate-limit";
import type { Mailbox } from "../../../scripts/dev/mailbox";
import type { Database } from "../../support/adapter";
import { isOffered } from "../../support/methods";
import { inRequest, ORIGIN, openApplication, press } from "../../support/request";

let database: Database;
let mailbox: Mailbox;

beforeEach(async () => {
  ({ database, mailbox } = await openApplication({ AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" }));
});

const limits = () => import("~/server/http/rate-limit");
const consumeLimit = async (name: LimitName, who?: string) => (await limits()).consumeLimit(name, who);
const refund = async (name: LimitName, who: string) => (await limits()).refund(name, who);
/** Counts a link to one address. */
const count = () => consumeLimit("linksToEmail", "ada@example.com");

/** @returns the response with which a client's request is refused; undefined within the limit */
async function refusal(method: string, path: string, client: string): Promise<Response | undefined> {
  const { limitAuthRequest } = await import("~/server/auth/limits");
  const request = new Request(`${ORIGIN}/api/auth/${path}`, { method });
  return inRequest(request, () => limitAuthRequest(request).catch((response) => response), client);
}

const LIMITS: [method: string, path: string, most: number, minutes: number, name: string][] = [
  ["POST", "signin/email", 150, 60, "links"],
  ["POST", "signin/github", 100, 10, "providerStarts"],
  ["POST", "callback/email", 300, 10, "callbacks"],
  ["GET", "callback/github/?code=x&state=y", 300, 10, "providerCallbacks"],
  ["GET", "webauthn-options/passkey", 300, 10, "passkeyOptions"],
];

it.each(LIMITS.filter(([, path]) => isOffered(path.split("/")[1] ?? "")))(
  "%s %s is answered %i times in %i minutes, then with 429 and when to try again; other clients are not affected",
  async (method, path, most, minutes, name) => {
    const table = database.prisma.rateLimit;
    expect(await refusal(method, path, "192.0.2.1")).toBeUndefined();
    // Sets the counter as if one attempt were left.
    const { key, expire } = await table.findFirstOrThrow({ where: { key: { startsWith: `${name}:` } } });
    expect(Number(expire) - Date.now()).toBeGreaterThan((minutes - 1) * 60_000);
    expect(Number(expire) - Date.now()).toBeLessThanOrEqual(minutes * 60_000);
    await table.update({ where: { key }, data: { points: most - 1 } });
    expect(await refusal(method, path, "192.0.2.1")).toBeUndefined();
    const refused = await refusal(method, path, "192.0.2.1");
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan((minutes - 1) * 60);
    expect(await refusal(method, path, "192.0.2.2")).toBeUndefined();
  },
);

it.runIf(isOffered("github"))(
  "a client that is led to a provider's callback again and again still signs in by other methods",
  async () => {
    const led = () => refusal("GET", "callback/github?code=x", "192.0.2.1");
    expect(await led()).toBeUndefined();
    await database.prisma.rateLimit.updateMany({ data: { points: 300 } });
    expect((await led())?.status).toBe(429);
    for (const path of ["callback/email", "callback/passkey", "signin/email", "signin/github"])
      expect(await refusal("POST", path, "192.0.2.1"), path).toBeUndefined();
  },
);

it("clients behind a proxy that is not trusted share its counter, and the log says so once", async () => {
  vi.stubEnv("PROD", true);
  const { log } = await import("~/server/log");
  const told = vi.spyOn(log, "info").mockReturnValue();
  for (const client of ["192.0.2.8", "192.0.2.9"])
    await inRequest(new Request(ORIGIN, { headers: { "x-forwarded-for": client } }), () => consumeLimit("callbacks"));
  const where = { key: { startsWith: "callbacks" } };
  expect(await database.prisma.rateLimit.findMany({ where })).toMatchObject([{ points: 2 }]);
  expect(told.mock.calls).toEqual([[expect.stringContaining("TRUST_PROXY is not set")]]);
});

it("a client has 500 mails sent in a day, and is told for how many hours to wait", async () => {
  const { limit } = await limits();
  const ask = (client: string) =>
    inRequest(new Request(ORIGIN), () => limit("links").catch((response) => response), client);
  expect(await ask("192.0.2.1")).toBeUndefined();
  await database.prisma.rateLimit.updateMany({ where: { key: { startsWith: "linksOfDay" } }, data: { points: 499 } });
  expect(await ask("192.0.2.1")).toBeUndefined();
  const refused = await ask("192.0.2.1");
  const { message } = (await refused?.json()) ?? {};
  expect(message).toContain(lastResortText.wait(24 * 60));
  expect(message).toContain("24");
  expect(await ask("192.0.2.2")).toBeUndefined();
});

it.runIf(isOffered("email"))(
  "beyond the server's mails of a day, only users are mailed their link, which no answer tells and a platform waits for; the owner reads it once",
  async () => {
    const { default: appConfig } = await import("../../../app.config");
    appConfig.maxMailsPerDay = 2;
    const { findMethod } = await import("~/server/auth/sign-in-methods");
    const provider = findMethod("email")?.provider;
    const { mailsOfDay } = await limits();
    const { log } = await import("~/server/log");
    const logged = vi.spyOn(log, "error").mockReturnValue();
    const awaited: Promise<unknown>[] = [];
    const send = (identifier: string) =>
      inRequest(Object.assign(new Request(ORIGIN), { waitUntil: (work: never) => awaited.push(work) }), async () =>
        (provider as EmailConfig).sendVerificationRequest({ identifier, url: `${ORIGIN}/sign-in/confirm` } as never),
      );
    const recipients = () => mailbox.mails.map(({ to }) => to?.[0]?.address);
    for (const name of ["one", "two"]) await send(`${name}@example.com`);
    expect([await mailsOfDay(), logged.mock.calls]).toEqual([{ asked: 2, most: 2 }, []]);
    for (const name of ["three", "four", "ada"]) expect(await send(`${name}@example.com`)).toBeUndefined();
    // No answer has waited for the look-up.
    await database.prisma.user.create({ data: { email: "ada@example.com" } });
    await Promise.all(awaited);
    expect(recipients()).toEqual(["one@example.com", "two@example.com", "ada@example.com"]);
    for (const address of ["five@example.com", "ada@example.com"])
      expect(await consumeLimit("changesToEmail", address)).toBeGreaterThan(23 * 60 * 60);
    expect(logged.mock.calls).toEqual([[expect.stringContaining("maxMailsPerDay (2) is reached")]]);
    const { asked, most } = await mailsOfDay();
    expect(asked).toBeGreaterThan(most);
    // A mail that fails is for the log alone: the limit of the address says nothing of it.
    await mailbox.close();
    expect(await consumeLimit("linksToEmail", "ada@example.com")).toBe(0);
    expect(await send("ada@example.com")).toBeUndefined();
    const failure = ["a sign-in link could not be mailed", expect.any(Error)];
    await expect.poll(() => logged.mock.calls.slice(1)).toEqual([failure]);
    const where = { key: { startsWith: "linksToEmail" } };
    expect(await database.prisma.rateLimit.findMany({ where })).toMatchObject([{ points: 1 }]);
  },
);

it.each([
  ["providerStarts", 100, lastResortText.wait(10)],
  ["links", 150, lastResortText.wait(60)],
  ["codesToEmail", 50, lastResortText.wait(24 * 60)],
  ["linksToEmail", 5, lastResortText.tooManyLinks(10)],
] as const)("the form of an action over the limit %s (%i) says when to try again", async (name, most, words) => {
  const { limit } = await limits();
  const { anyone, runAction } = await import("~/server/functions");
  const send = () => press("", (form: FormData) => runAction(form, anyone, () => limit(name, "ada@example.com")));
  await send();
  await database.prisma.rateLimit.updateMany({ data: { points: most } });
  const refused = (await send()).answer as Response;
  expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining(words)]);
});

it("requests that start no sign-in are not counted", async () => {
  for (const path of ["signin/github", "session", "csrf", "providers"]) await refusal("GET", path, "192.0.2.1");
  expect(await database.prisma.rateLimit.count()).toBe(0);
});

it("a developer reads in the terminal which limit is reached, of how many, and where its counters are", async () => {
  const { log } = await import("~/server/log");
  const warned = vi.spyOn(log, "warn");
  for (let count = 0; count < 5; count++) await consumeLimit("linksToEmail", "ada@example.com");
  expect(warned).not.toHaveBeenCalled();
  await consumeLimit("linksToEmail", "ada@example.com");
  expect(warned.mock.lastCall?.[0]).toMatch(
    /^the limit linksToEmail is reached: 5 in 10 minutes\..*rows of RateLimit.*restart the server$/,
  );
});

const MAIL_KINDS = ["linksToEmail", "changesToEmail"] as const;

it.each(MAIL_KINDS)(
  "an address has five mails of the kind %s in ten minutes; those of another kind, and other addresses, have their own; the table contains no address",
  async (kind) => {
    const ask = (name: LimitName) => consumeLimit(name, "ada@example.com");
    for (let asked = 0; asked < 5; asked++) expect(await ask(kind)).toBe(0);
    expect(await ask(kind)).toBeGreaterThan(9 * 60);
    for (const other of ["links", ...MAIL_KINDS.filter((name) => name !== kind)] as const)
      expect(await ask(other)).toBe(0);
    expect(await consumeLimit(kind, "bob@example.com")).toBe(0);
    expect(await database.stored()).not.toMatch(/(ada|bob)@example/);
  },
);

/** Goes on to the next window, with all counters as they are. */
const nextWindow = () => vi.setSystemTime(Date.now() + 10 * 60_000 + 1);

it("an address gets fifty mails in a day, then one sign-in link in ten minutes and no other mail", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  /** A stranger asks for each kind at once, twenty times. @returns how many are sent, of each kind */
  const flood = async () => {
    const waits = await Promise.all(
      MAIL_KINDS.map((kind) => Promise.all(Array.from({ length: 20 }, () => consumeLimit(kind, "ada@example.com")))),
    );
    return waits.map((seconds) => seconds.filter((each) => each === 0).length);
  };
  for (let window = 0; window < 5; window++, nextWindow()) expect(await flood()).toEqual([5, 5]);
  expect(await consumeLimit("changesToEmail", "ada@example.com")).toBeGreaterThan(23 * 60 * 60);
  for (let window = 0; window < 3; window++, nextWindow()) expect(await flood()).toEqual([1, 0]);
  expect(await consumeLimit("changesToEmail", "bob@example.com")).toBe(0);
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000);
  expect(await flood()).toEqual([5, 5]);
});

it("a mail that was not sent does not count for the day of its address", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  for (let window = 0; window < 11; window++, nextWindow())
    for (let asked = 0; asked < 5; asked++) {
      expect(await consumeLimit("changesToEmail", "ada@example.com")).toBe(0);
      await refund("changesToEmail", "ada@example.com");
    }
});

it("a failed attempt is not counted, even if concurrent ones exceed the limit", async () => {
  for (let attempt = 0; attempt < 5; attempt++) expect(await count()).toBe(0);
  expect(await count()).toBeGreaterThan(0);
  for (let attempt = 0; attempt < 5; attempt++) await refund("linksToEmail", "ada@example.com");
  expect(await count()).toBe(0);
});

it("rate limiting deletes expired rows now and then", async () => {
  const { prisma } = database;
  await prisma.usedChallenge.create({ data: { id: "expired", expires: new Date(0) } });
  await refusal("POST", "callback/email", "192.0.2.1");
  await expect.poll(() => prisma.usedChallenge.count()).toBe(0);
});

it("concurrent attempts are all counted, and after its window a counter begins anew", async () => {
  const attempts = () => Promise.all([1, 2, 3, 4].map(() => consumeLimit("linksToEmail", "ada@example.com")));
  const table = database.prisma.rateLimit;
  await attempts();
  const where = { points: 4, key: { startsWith: "linksToEmail" } };
  const { key, expire } = await table.findFirstOrThrow({ where });
  await table.update({ where: { key }, data: { expire: new Date() } });
  expect(await attempts()).toEqual([0, 0, 0, 0]);
  expect(Number((await table.findFirstOrThrow({ where })).expire)).toBeGreaterThanOrEqual(Number(expire));
});

it("a client over the limit causes no more queries, and is answered again as soon as its window is over", async () => {
  for (let attempt = 0; attempt < 6; attempt++) await count();
  await database.prisma.rateLimit.deleteMany();
  const seconds = await count();
  expect(seconds).toBeGreaterThan(0);
  expect(await database.prisma.rateLimit.count({ where: { points: { gt: 0 } } })).toBe(0);
  // Moves the clock alone: no timer fires.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
  expect(await count()).toBe(0);
});

it("each process counts for itself while the database fails", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  await database.prisma.$executeRawUnsafe(`ALTER TABLE "RateLimit" RENAME TO "Elsewhere"`);
  try {
    for (let attempt = 0; attempt < 5; attempt++) expect(await count()).toBe(0);
    expect(await count()).toBeGreaterThan(9 * 60);
    expect(await consumeLimit("linksToEmail", "bob@example.com")).toBe(0);
    for (const _ of [1, 2]) await refund("linksToEmail", "ada@example.com");
    expect(await count()).toBe(0);
    const failure = expect.stringContaining("database: expired rows could not be deleted");
    await expect.poll(() => logged.mock.calls).toEqual([[failure]]);
  } finally {
    await database.prisma.$executeRawUnsafe(`ALTER TABLE "Elsewhere" RENAME TO "RateLimit"`);
  }
});
