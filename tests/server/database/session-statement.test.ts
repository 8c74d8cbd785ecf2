// The prepared statement that reads a session (`findSessionBy` of solid-authjs/prisma).

import { expect, it } from "vitest";
import { MAX_SESSIONS } from "~/server/database/adapter";
import { engines } from "~/server/engines";
import { openDatabase } from "../../support/adapter";
import { engine } from "../../support/engines";

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
  "a migration of %s, beside a server that has read a session, leaves user, expiry and rows as they were, wherever a column is added",
  async (table) => {
    const { prisma, adapter, findSession, url } = await openDatabase();
    await prisma.user.create({ data: USER });
    await prisma.session.create({ data: SESSION });
    const before = await findSession("hash");
    const connection = await (await engines.load(url)).openForMigrations(url);
    const migrations = await engine.statements.withColumn(connection, table, `"added" TEXT DEFAULT 'added'`);
    let signIns = 1;
    for (const [number, sql] of migrations.entries()) {
      await connection.begin();
      await connection.run(sql);
      // The server answers while the migration is under way, and signs users in right after it.
      const reading = findSession("hash");
      await connection.run("COMMIT");
      expect(await reading, sql).toEqual(before);
      expect(await findSession("hash"), sql).toEqual(before);
      const expires = new Date(Date.now() + 60_000);
      await Promise.all(
        ["a", "b"].map(async (each) => {
          const sessionToken = `${each}${number}`;
          await adapter.createSession?.({ sessionToken, userId: "u", expires });
          const found = await adapter.getSessionAndUser?.(sessionToken);
          expect(found, sql).toMatchObject({ user: USER, session: { sessionToken, userId: "u", expires } });
        }),
      );
      signIns += 2;
      expect(await prisma.session.count(), sql).toBe(Math.min(signIns, MAX_SESSIONS));
    }
    await connection.close();
  },
);
