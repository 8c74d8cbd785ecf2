// A bound that a transaction of the user's counts holds, however many requests arrive at once.

import { expect, it } from "vitest";
import { openDatabase } from "../../support/adapter";
import { useApplication } from "../../support/request";

const MAX_ROWS = 5;

it("twelve requests at once leave a user with no more rows than the bound, and each knows whether it added one", async () => {
  const database = await openDatabase();
  useApplication(database);
  const { inTurn } = await import("~/server/database/transaction");
  const { id: userId } = await database.prisma.user.create({ data: { email: "ada@example.com" } });
  const row = { userId, event: "own row" };
  const add = () =>
    inTurn(userId, async (tx) => {
      if ((await tx.securityEvent.count({ where: row })) >= MAX_ROWS) return false;
      await tx.securityEvent.create({ data: row });
      return true;
    });
  const added = await Promise.all(Array.from({ length: 12 }, add));
  expect(added.filter(Boolean)).toHaveLength(MAX_ROWS);
  expect(await database.prisma.securityEvent.count({ where: row })).toBe(MAX_ROWS);
});
