// All data about a user is in the user's download and is deleted with the account. The tables are read from the
// database, so the tests cover your own models too.

import { expect, it, onTestFinished, vi } from "vitest";
import { generation } from "~/server/database/generated/generation";
import { migrate } from "~/server/database/migrations";
import { newDatabase, openDatabase } from "../../support/adapter";
import { engine, openRows } from "../../support/engines";
import { useApplication } from "../../support/request";

const url = await newDatabase();
await migrate(url);

/**
 * The tables with a user's rows, and what happens to these rows when the user, or another owner of theirs, is deleted.
 */
const rows = openRows(url);
const tables = rows.prepare(engine.statements.tablesOfUsers).all();
rows.close();

it("each table of users' rows is read for the user's download", async () => {
  vi.stubEnv("AUTH_SECRET", "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e");
  const database = await engine.observedClient(url);
  onTestFinished(() => database.$disconnect());
  const queries: string[] = [];
  database.$on("query", ({ query }) => void queries.push(query));
  Object.assign(globalThis, { solidAuthDatabases: new Map([[generation, { prisma: database }]]) });
  const { userData } = await import("~/server/database/user-data");

  const { id } = await database.user.create({ data: { email: "ada@example.com" } });
  queries.length = 0;
  expect(await userData(id)).toMatchObject({ profile: { email: "ada@example.com" } });
  for (const { table } of tables) expect(queries.join(), String(table)).toMatch(new RegExp(`FROM \\S*\\b${table}\\b`));
});

it("each of them is emptied of a user's rows when the user is deleted, but for rows that go with another owner, such as a team", () => {
  expect(tables.map(({ table }) => table)).toContain("Session");
  const outlive = tables.filter(({ onDelete, ofOther }) => onDelete === "SET NULL" && ofOther === "CASCADE");
  expect(tables.filter((each) => each.onDelete !== "CASCADE" && !outlive.includes(each))).toEqual([]);
});

it("the download lists what has happened, the newest first", async () => {
  const { prisma, url } = await openDatabase();
  useApplication({ url });
  const at = (minutes: number) => ({ createdAt: new Date(Date.now() + minutes * 60_000), event: `${minutes}` });
  const securityEvents = { create: [at(2), at(1), at(3)] };
  const { id } = await prisma.user.create({ data: { email: "ada@example.com", securityEvents } });
  const { userData } = await import("~/server/database/user-data");
  expect((await userData(id))?.activity.map(({ event }) => event)).toEqual(["3", "2", "1"]);
});
