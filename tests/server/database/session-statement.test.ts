// The prepared statement that reads a session (`findSessionBy` of solid-authjs/prisma).

import { expect, it } from "vitest";
import { engines } from "~/server/engines";
import { openDatabase } from "../../support/adapter";

const PROFILE = { name: null, image: "https://example.com/a.png", emailVerified: new Date() };
const USER = { id: "u", email: "user@example.com", ...PROFILE };
const SESSION = { id: "s", sessionToken: "hash", userId: "u", expires: new Date(Date.now() + 60_000), userAgent: null };

it("the session statement reads what Prisma reads: each column, with its type", async () => {
  const { prisma, findSession } = await openDatabase();
  await prisma.user.create({ data: USER });
  await prisma.session.create({ data: SESSION });
  const found = await prisma.session.findUnique({ where: { sessionToken: "hash" }, include: { user: true } });
  if (!found) throw new Error("The row is missing.");
  const { user, ...session } = found;
  expect(await findSession("hash")).toEqual({ session, user });
});

it.each(["Session", "User"])(
  "a migration of %s, beside a server that has read a session, leaves user, expiry and rows as they were",
  async (table) => {
    const { prisma, adapter, findSession, url } = await openDatabase();
    await prisma.user.create({ data: USER });
    await prisma.session.create({ data: SESSION });
    const before = await findSession("hash");
    const connection = await (await engines.load(url)).openForMigrations(url);
    for (const [number, change] of [
      `ADD COLUMN "added" TEXT DEFAULT 'added'`,
      `RENAME COLUMN "added" TO "renamed"`,
      `DROP COLUMN "renamed"`,
    ].entries()) {
      await connection.begin();
      await connection.run(`ALTER TABLE "${table}" ${change}`);
      // The server answers while the migration is under way, and signs users in right after it.
      const reading = findSession("hash");
      await connection.run("COMMIT");
      expect([await reading, await findSession("hash")], change).toEqual([before, before]);
      const session = { sessionToken: `${number}`, userId: "u", expires: new Date(Date.now() + 60_000) };
      await adapter.createSession?.(session);
      expect(await adapter.getSessionAndUser?.(`${number}`), change).toMatchObject({ user: USER, session });
    }
    expect(await prisma.session.count()).toBe(4);
    await connection.close();
  },
);
