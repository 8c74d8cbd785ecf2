// The one statement that reads a session (src/server/database/sqlite-session.ts, postgresql-session.ts).

import { describe, expect, it } from "vitest";
import { MAX_SESSIONS } from "~/server/database/adapter";
import { engineOf } from "~/server/database/engine";
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
  const { prisma, findSession } = await openDatabase();
  await prisma.user.create({ data: USER });
  await prisma.session.create({ data: SESSION });
  const found = await prisma.session.findUnique({ where: { sessionToken: "hash" }, include: { user: true } });
  if (!found) throw new Error("The row is missing.");
  const { user, ...session } = found;
  expect(await findSession("hash")).toEqual({ session, user });
});

it("sees another request's changes only when they are committed", async () => {
  const { prisma, findSession: find } = await openDatabase();
  await prisma.user.create({ data: USER });
  await prisma.$transaction(async (transaction) => {
    await transaction.session.create({ data: SESSION });
    expect(await find("hash")).toBeNull();
  });
  expect(await find("hash")).not.toBeNull();
  await prisma.session.deleteMany();
  expect(await find("hash")).toBeNull();
});

describe("a migration beside a server that has read a session", () => {
  const COLUMN = `"added" TEXT DEFAULT 'added'`;

  /** What adds a column, at each position that it can get. Prisma's own migrations for SQLite rebuild the table, and copy its rows. */
  async function migrationsOf(url: string, table: string): Promise<string[]> {
    const add = `ALTER TABLE "${table}" ADD COLUMN ${COLUMN}`;
    if (!url.startsWith("file:"))
      return [
        add,
        `ALTER TABLE "${table}" RENAME COLUMN "added" TO "renamed"`,
        `ALTER TABLE "${table}" DROP COLUMN "renamed"`,
        `ALTER TABLE "${table}" ADD COLUMN ${COLUMN}; ALTER TABLE "${table}" ALTER COLUMN "id" TYPE VARCHAR(200)`,
      ];
    const engine = await engineOf(url);
    const connection = await engine.openForMigrations(url);
    const rows = await connection.query(
      `SELECT "sql" FROM "sqlite_master" WHERE "tbl_name" = ? AND "sql" IS NOT NULL`,
      [table],
    );
    const columns = await connection.query(`SELECT "name" FROM pragma_table_info(?)`, [table]);
    await connection.close();
    const [create = "", ...indexes] = rows.map(({ sql }) => String(sql));
    const names = columns.map(({ name }) => `"${name}"`);
    const rebuilt = names.map((before) => {
      const sql = create
        .replace(`"${table}"`, `"new"`)
        .replace(new RegExp(`^ +${before}`, "m"), (line) => `    ${COLUMN},\n${line}`);
      return `${sql}; INSERT INTO "new" (${names}) SELECT ${names} FROM "${table}"; DROP TABLE "${table}";
        ALTER TABLE "new" RENAME TO "${table}"; ${indexes.join(";")};`;
    });
    const undo = `ALTER TABLE "${table}" DROP COLUMN "added"`;
    return [...rebuilt, add].flatMap((sql) => [sql, undo]);
  }

  it.each(["Session", "User"])(
    "of %s leaves user, expiry and rows as they were, wherever a column is added",
    async (table) => {
      const { prisma, adapter, findSession, url } = await openDatabase();
      await prisma.user.create({ data: USER });
      await prisma.session.create({ data: SESSION });
      const before = await findSession("hash");
      const migrations = await migrationsOf(url, table);
      const connection = await (await engineOf(url)).openForMigrations(url);
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
});
