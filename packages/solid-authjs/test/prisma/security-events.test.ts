// The security events of an account: how many are kept, and of whom.

import { expect, it } from "vitest";
import { storeSecurityEvent } from "../../src/prisma";
import { useDatabase } from "./database";

const db = useDatabase();

it("the newest events of each kind are kept for each user, also of those that happen at once", async () => {
  const [ada, eve] = [await db.newUser("ada@example.com"), await db.newUser("eve@example.com")];
  const store = (userId: string, event: string, provider?: string) =>
    storeSecurityEvent(db.prisma, { userId, event, provider }, 3);
  await store(eve, "signed in");
  await store(ada, "method added", "first");
  for (let number = 1; number <= 5; number++) await store(ada, "signed in", `provider ${number}`);
  const eventsOf = async (userId: string) =>
    (await db.prisma.securityEvent.findMany({ where: { userId } }))
      .map(({ event, provider }) => `${event} ${provider}`)
      .sort();
  const kept = ["method added first", "signed in provider 3", "signed in provider 4", "signed in provider 5"];
  expect(await eventsOf(ada)).toEqual(kept);
  expect(await eventsOf(eve)).toEqual(["signed in null"]);

  await Promise.all(Array.from({ length: 20 }, () => store(ada, "late")));
  await store(ada, "late", "last");
  expect(await eventsOf(ada)).toEqual(["late last", "late null", "late null", ...kept]);
});

it("an event of a deleted user is no failure, and stores nothing", async () => {
  await storeSecurityEvent(db.prisma, { userId: "gone", event: "signed out" }, 3);
  expect(await db.prisma.securityEvent.count()).toBe(0);
});
