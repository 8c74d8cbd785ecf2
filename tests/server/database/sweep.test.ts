// Which expired rows are deleted, and how often.

import type { SolidAuthAdapter } from "solid-authjs";
import { sweepExpired } from "solid-authjs/prisma";
import { beforeEach, expect, it } from "vitest";
import type { PrismaClient } from "~/server/database/generated/client";
import { sweep } from "~/server/database/sweep";
import { openDatabase, passkeyOf } from "../../support/adapter";

const HOUR_MS = 60 * 60 * 1000;

let prisma: PrismaClient;
let adapter: SolidAuthAdapter;

beforeEach(async () => {
  ({ prisma, adapter } = await openDatabase());
});

const past = () => new Date(Date.now() - 1000);
const future = () => new Date(Date.now() + 2 * HOUR_MS);

async function newUser(email: string, more: object = {}): Promise<string> {
  return (await prisma.user.create({ data: { email, emailVerified: new Date(), ...more } })).id;
}

it("the sweep deletes expired sessions, tokens, challenges and counters, and nothing else", async () => {
  const userId = await newUser("ada@example.com");
  for (const [name, expires] of [
    ["old", past()],
    ["new", future()],
  ] as const) {
    await prisma.session.create({ data: { sessionToken: name, userId, expires } });
    await prisma.verificationToken.create({ data: { identifier: name, token: name, expires } });
    await prisma.usedChallenge.create({ data: { id: name, expires } });
    await prisma.rateLimit.create({ data: { key: name, points: 1, expire: expires } });
  }
  await sweep(prisma);
  expect((await prisma.session.findMany()).map(({ sessionToken }) => sessionToken)).toEqual(["new"]);
  expect((await prisma.verificationToken.findMany()).map(({ token }) => token)).toEqual(["new"]);
  expect((await prisma.usedChallenge.findMany()).map(({ id }) => id)).toEqual(["new"]);
  expect((await prisma.rateLimit.findMany()).map(({ key }) => key).sort()).toEqual(["new", "sweep"]);
  expect(await prisma.user.count()).toBe(1);
});

/** A token as another program writes it. */
const insertToken = (name: string, expires = "") =>
  prisma.$executeRawUnsafe(
    `INSERT INTO "VerificationToken" ("identifier", "token", "expires") VALUES ('${name}', '${name}', '${expires}')`,
  );

it("the sweep deletes what another program has written, whose times have another form", async () => {
  const [expires, later] = [past(), future()].map((time) => time.toISOString());
  for (let number = 0; number < 210; number++) await insertToken(`${number}`, number ? expires : later);
  await sweep(prisma);
  expect((await prisma.verificationToken.findMany()).map(({ token }) => token)).toEqual(["0"]);
});

it("the sweep keeps what has not expired, whatever form another program gives to its times", async () => {
  await insertToken("expired", "2030-01-15 01:00:00");
  await insertToken("seems expired in SQLite", "2030-01-15 20:00:00");
  const expires = new Date("2030-01-15T14:00:00Z");
  await prisma.verificationToken.create({ data: { identifier: "valid", token: "valid", expires } });
  await sweepExpired(prisma, Date.parse("2030-01-15T12:00:00Z"));
  const left = (await prisma.verificationToken.findMany()).map(({ identifier }) => identifier);
  expect(left).toContain("valid");
  expect(left).not.toContain("expired");
});

/** A user of a sign-up that is not proven by a mail, two hours ago. */
async function newSignUp(email: string): Promise<string> {
  const user = await adapter.createUser?.({ id: "", email, emailVerified: null });
  await prisma.usedChallenge.updateMany({ data: { expires: new Date(Date.now() - HOUR_MS) } });
  return user?.id ?? "";
}

it("the sweep deletes users whose sign-up was cut off, and no user who can sign in", async () => {
  const account = { type: "oauth", provider: "gitlab", providerAccountId: "1" };
  await newSignUp("cut@example.com");
  const change = async (name: string, data: object) =>
    prisma.user.update({ where: { id: await newSignUp(`${name}@example.com`) }, data });
  await change("verified", { emailVerified: new Date() });
  await change("connected", { accounts: { create: account } });
  await change("passkey", { authenticators: { create: passkeyOf("a") } });
  await change("signed-in", { sessions: { create: { sessionToken: "t", expires: future() } } });
  await adapter.createUser?.({ id: "", email: "just-now@example.com", emailVerified: null });
  await sweep(prisma);
  const left = (await prisma.user.findMany()).map(({ email }) => email).sort();
  expect(left).toEqual(
    ["connected", "just-now", "passkey", "signed-in", "verified"].map((name) => `${name}@example.com`),
  );
});

it("the sweep leaves users alone whom something else has made, such as an import, and what they own", async () => {
  const createdAt = new Date(Date.now() - 100 * HOUR_MS);
  const imported = await newUser("imported@example.com", { emailVerified: null, createdAt });
  await prisma.securityEvent.create({ data: { userId: imported, event: "imported" } });
  await sweep(prisma);
  expect([await prisma.user.count(), await prisma.securityEvent.count()]).toEqual([1, 1]);
});

it("the sweep looks at a sign-up once: a user who has lost each way in later stays", async () => {
  const id = await newSignUp("ada@example.com");
  const session = await prisma.session.create({ data: { sessionToken: "t", userId: id, expires: future() } });
  const now = Date.now();
  await sweep(prisma, now);
  await prisma.session.delete({ where: { id: session.id } });
  await sweep(prisma, now + HOUR_MS);
  expect(await prisma.user.count()).toBe(1);
});

it("the sweep deletes all expired rows, and finds every user whose sign-up was cut off, however many there are", async () => {
  const ids = Array.from({ length: 2500 }, (_, number) => `id${number}`);
  await prisma.rateLimit.createMany({ data: ids.map((key) => ({ key, points: 1, expire: past() })) });
  const users = ids.slice(0, 450);
  await prisma.user.createMany({ data: users.map((id) => ({ id, email: `${id}@example.com` })) });
  await prisma.usedChallenge.createMany({ data: users.map((id) => ({ id: `sign-up:${id}`, expires: past() })) });
  await sweep(prisma);
  const left = [await prisma.rateLimit.count(), await prisma.user.count(), await prisma.usedChallenge.count()];
  expect(left).toEqual([1, 0, 0]);
});

it("the sweep happens once an hour, however many instances ask", async () => {
  const atOnce = async (now: number) =>
    (await Promise.all(Array.from({ length: 10 }, () => sweep(prisma, now)))).filter(Boolean).length;
  const now = Date.now();
  expect(await atOnce(now)).toBe(1);
  expect(await atOnce(now + HOUR_MS - 1)).toBe(0);
  expect(await atOnce(now + HOUR_MS)).toBe(1);
});
