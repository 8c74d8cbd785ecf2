// The security events of an account: how many are kept, and of whom.

import { beforeEach, expect, it } from "vitest";
import { storeSecurityEvent } from "../../src/prisma";
import { type Database, openDatabase } from "./database";

let prisma: Database["prisma"];
let adapter: Database["adapter"];

beforeEach(async () => {
  ({ prisma, adapter } = await openDatabase());
});

const newUser = async (email: string) => (await adapter.createUser({ id: "ignored", email, emailVerified: null })).id;

it("the newest events of each kind are kept for each user, also of those that happen at once", async () => {
  const [ada, eve] = [await newUser("ada@example.com"), await newUser("eve@example.com")];
  await storeSecurityEvent(prisma, { userId: eve, event: "signed in" }, 3);
  await storeSecurityEvent(prisma, { userId: ada, event: "method added", provider: "first" }, 3);
  for (let number = 1; number <= 5; number++)
    await storeSecurityEvent(prisma, { userId: ada, event: "signed in", provider: `provider ${number}` }, 3);
  const eventsOf = async (userId: string) =>
    (await prisma.securityEvent.findMany({ where: { userId } })).map(({ event, provider }) => `${event} ${provider}`);
  const kept = ["method added first", "signed in provider 3", "signed in provider 4", "signed in provider 5"];
  expect((await eventsOf(ada)).sort()).toEqual(kept);
  expect(await eventsOf(eve)).toEqual(["signed in null"]);

  await Promise.all(Array.from({ length: 20 }, () => storeSecurityEvent(prisma, { userId: ada, event: "late" }, 3)));
  await storeSecurityEvent(prisma, { userId: ada, event: "late", provider: "last" }, 3);
  expect((await eventsOf(ada)).sort()).toEqual(["late last", "late null", "late null", ...kept]);
});

it("an event of a deleted user is no failure, and stores nothing", async () => {
  await storeSecurityEvent(prisma, { userId: "gone", event: "signed out" }, 3);
  expect(await prisma.securityEvent.count()).toBe(0);
});
