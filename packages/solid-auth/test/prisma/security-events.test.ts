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

it("the newest events of each user are kept, also of those that happen at once", async () => {
  const [ada, eve] = [await newUser("ada@example.com"), await newUser("eve@example.com")];
  await storeSecurityEvent(prisma, { userId: eve, event: "signed in" }, 3);
  for (let number = 1; number <= 5; number++)
    await storeSecurityEvent(prisma, { userId: ada, event: `event ${number}`, provider: "email" }, 3);
  const eventsOf = async (userId: string) =>
    (await prisma.securityEvent.findMany({ where: { userId } })).map(({ event }) => event).sort();
  expect(await eventsOf(ada)).toEqual(["event 3", "event 4", "event 5"]);
  expect(await eventsOf(eve)).toEqual(["signed in"]);

  await Promise.all(Array.from({ length: 20 }, () => storeSecurityEvent(prisma, { userId: ada, event: "late" }, 3)));
  await storeSecurityEvent(prisma, { userId: ada, event: "last" }, 3);
  expect(await eventsOf(ada)).toEqual(["last", "late", "late"]);
});

it("an event of a deleted user is no failure, and stores nothing", async () => {
  await storeSecurityEvent(prisma, { userId: "gone", event: "signed out" }, 3);
  expect(await prisma.securityEvent.count()).toBe(0);
});
