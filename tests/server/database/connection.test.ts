// The guarantees that requests have on the connection that they share.

import { expect, it } from "vitest";
import { connect } from "~/server/database/connect";
import { migrate } from "~/server/database/migrations";
import { newDatabase, openDatabase } from "../../support/adapter";
import { engine } from "../../support/engines";

const user = (name: string) => ({ data: { email: `${name}@example.com` } });

it("a failed transaction is undone, and what other requests wrote at the same time stays", async () => {
  const { prisma } = await openDatabase();
  const { promise: other, resolve: otherBegins } = Promise.withResolvers<unknown>();
  const transaction = prisma.$transaction(async (tx) => {
    await tx.user.create(user("undone"));
    otherBegins(undefined);
    // This takes as long as a query, so the other request's query has reached the database.
    for (let turn = 0; turn < 10; turn++) await tx.user.count();
    throw new Error("undo");
  });
  const written = other.then(() => prisma.user.create(user("kept")));
  await expect(transaction).rejects.toThrow("undo");
  await written;
  expect((await prisma.user.findMany()).map(({ email }) => email)).toEqual(["kept@example.com"]);
});

it("the tables that migrations make and those that queries read are the same, also for a role with a schema of its own", async () => {
  const url = await newDatabase();
  const own = (await engine.withOwnSchema?.(url)) ?? url;
  await migrate(own);
  const { prisma, findSession, close } = await connect(own);
  await prisma.user.create({
    data: {
      email: "own@example.com",
      sessions: { create: { sessionToken: "token", expires: new Date(Date.now() + 60_000) } },
    },
  });
  expect((await findSession("token"))?.user.email).toBe("own@example.com");
  await close();
});
