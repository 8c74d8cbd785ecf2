// U+0000, which not every engine stores in text. Providers, forms and clients' own code may bring it.

import { expect, it } from "vitest";
import { openDatabase } from "../../support/adapter";

it("U+0000 in text is stored as U+FFFD, at any depth of a query", async () => {
  const { prisma, adapter } = await openDatabase();
  const name = "A\0da";
  const user = await adapter.createUser?.({ id: "", email: "ada@example.com", emailVerified: null, name, image: "\0" });
  expect(user).toMatchObject({ name: "A\ufffdda", image: "\ufffd" });
  const sessions = { create: [{ sessionToken: "t\0", expires: new Date(0) }] };
  const [changed] = await prisma.$transaction([
    prisma.user.update({ where: { id: user?.id }, data: { name, sessions }, include: { sessions: true } }),
  ]);
  expect(changed).toMatchObject({ name: "A\ufffdda", sessions: [{ sessionToken: "t\ufffd", expires: new Date(0) }] });
  await prisma.$transaction(async (tx) => tx.user.updateMany({ data: { name: "\0" } }));
  expect((await prisma.user.findMany()).map((each) => each.name)).toEqual(["\ufffd"]);
});

it("an id with U+0000 added matches no row, even if the id itself exists", async () => {
  const { prisma, adapter } = await openDatabase();
  const { id } = await prisma.user.create({ data: { email: "ada@example.com" } });
  await adapter.linkAccount?.({ userId: id, type: "oauth", provider: "github", providerAccountId: "1" });
  expect(await adapter.getUserByAccount?.({ provider: "github", providerAccountId: "1\0" })).toBeNull();
  expect(await prisma.user.count({ where: { id: { in: ["\0", `${id}\0`] } } })).toBe(0);
  expect(await prisma.user.count({ where: { id: { startsWith: id } } })).toBe(1);
});
