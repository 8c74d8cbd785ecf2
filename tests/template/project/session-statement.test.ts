// The one statement that reads a session (src/server/database/session-statement.ts).

import { expect, it } from "vitest";
import { findSessionIn } from "~/server/database/session-statement";
import { openDatabase } from "../../support/adapter";

const USER = {
  id: "u",
  email: "user@example.com",
  name: null,
  image: "https://example.com/a.png",
  emailVerified: new Date(),
};
const SESSION = { id: "s", sessionToken: "hash", userId: "u", expires: new Date(Date.now() + 60_000), userAgent: null };

it("reads what Prisma reads: each column, with its type", async () => {
  const { prisma, file } = await openDatabase();
  await prisma.user.create({ data: USER });
  await prisma.session.create({ data: SESSION });
  const found = await prisma.session.findUnique({ where: { sessionToken: "hash" }, include: { user: true } });
  if (!found) throw new Error("The row is missing.");
  const { user, ...session } = found;
  expect(await findSessionIn(file)("hash")).toEqual({ session, user });
});

it("sees another request's changes only when they are committed", async () => {
  const { prisma, file } = await openDatabase();
  const find = findSessionIn(file);
  await prisma.user.create({ data: USER });
  await prisma.$transaction(async (transaction) => {
    await transaction.session.create({ data: SESSION });
    expect(await find("hash")).toBeNull();
  });
  expect(await find("hash")).not.toBeNull();
  await prisma.session.deleteMany();
  expect(await find("hash")).toBeNull();
});
