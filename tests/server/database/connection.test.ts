// The guarantees that requests have on the connection that they share.

import { claim } from "database-engines";
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

it("a claim in a transaction that fails is free again, and one that was carried out is not", async () => {
  const { prisma } = await openDatabase();
  const work = (fails: boolean) =>
    prisma.$transaction(async (tx) => {
      const isDue = await claim(tx, "event 1", 60_000);
      if (fails) throw new Error("The work has failed.");
      return isDue;
    });
  await expect(work(true)).rejects.toThrow("The work has failed.");
  expect([await work(false), await work(false)]).toEqual([true, false]);
});

// Not every engine stores it in text. Providers, forms and clients' own code may bring it.
it("U+0000 in text is stored as U+FFFD, at any depth of a query, and an id to which it was added matches no row", async () => {
  const { prisma } = await openDatabase();
  const name = "A\0da";
  const sessions = { create: [{ sessionToken: "t\0", expires: new Date(0) }] };
  const [{ id }] = await prisma.$transaction([prisma.user.create({ data: { ...user("ada").data, name, sessions } })]);
  const include = { sessions: true };
  expect(await prisma.user.findMany({ include })).toMatchObject([
    { name: "A\ufffdda", sessions: [{ sessionToken: "t\ufffd", expires: new Date(0) }] },
  ]);
  await prisma.$transaction(async (tx) => tx.user.updateMany({ data: { name: "\0" } }));
  expect((await prisma.user.findMany()).map((each) => each.name)).toEqual(["\ufffd"]);
  expect(await prisma.user.count({ where: { id: { in: ["\0", `${id}\0`] } } })).toBe(0);
});
