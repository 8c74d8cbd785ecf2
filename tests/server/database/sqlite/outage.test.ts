// A SQLite database that is away: what a request waits for, and the file in the hands of others.

import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { type Connection, connect } from "~/server/database/connect";
import { migrate } from "~/server/database/migrations";
import { engines } from "~/server/engines";
import { asOneRequest, failure, newDatabaseFile } from "../../../support/adapter";
import { inRequest, useApplication } from "../../../support/request";
import { temporaryFolder } from "../../../support/temporary";

let file: string;
let connection: Connection;

beforeEach(async () => {
  file = newDatabaseFile();
  await migrate(`file:${file}`);
  connection = await connect(`file:${file}`);
  onTestFinished(() => connection.close());
});

const { isUnavailable } = engines;
const count = () => connection.prisma.user.count();

it("the queries that follow a failed one in a request fail at once, and the next request asks again", async () => {
  await count();
  renameSync(file, `${file}.away`);
  await asOneRequest(async () => {
    const first = await failure(count());
    expect(isUnavailable(first)).toBe(true);
    renameSync(`${file}.away`, file);
    expect(await failure(count())).toBe(first);
  });
  expect(await asOneRequest(count)).toBe(0);
});

it.each([
  ["deleted", () => rmSync(file)],
  ["deleted with its folder", () => rmSync(join(file, ".."), { recursive: true })],
  [
    "replaced by a copy",
    () => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  ],
])("a file that is %s is neither read nor written, and counts as unavailable", async (_, spoil) => {
  await count();
  await connection.findSession("none");
  spoil();
  const queries = [
    count(),
    connection.prisma.user.create({ data: { email: "lost@example.com" } }),
    connection.prisma.$transaction([connection.prisma.user.deleteMany()]),
    connection.prisma.$queryRaw`SELECT 1 FROM "Session"`,
    connection.findSession("none"),
  ];
  for (const query of queries) expect(isUnavailable(await failure(query))).toBe(true);
});

it.each([
  ["is full", "max_page_count = 1"],
  ["has become read-only", "query_only = ON"],
])("a write to a disk that %s counts as unavailable, and sessions are still read", async (_, pragma) => {
  const { prisma, findSession } = connection;
  await prisma.$queryRawUnsafe(`PRAGMA ${pragma}`);
  const image = "x".repeat(100_000);
  const written = failure(prisma.user.create({ data: { email: "ada@example.com", image } }));
  expect(isUnavailable(await written)).toBe(true);
  expect(await findSession("none")).toBeNull();
});

/**
 * Another process that writes until its "COMMIT". A connection of the same library: between two copies of SQLite in one
 * process there are no locks.
 */
function writer(path = file): Sqlite.Database {
  const other = new Sqlite(path);
  onTestFinished(() => void other.close());
  return other.exec("BEGIN IMMEDIATE");
}

it("a query that writes waits while another process writes, and others are answered meanwhile", async () => {
  const other = writer();
  const order: string[] = [];
  const write = connection.prisma.user.create({ data: { email: "ada@example.com" } }).then(() => order.push("written"));
  // Each takes longer than the first attempt to write.
  for (let reads = 0; reads < 3; reads++) await count();
  const transaction = connection.prisma
    .$transaction([connection.prisma.user.create({ data: { email: "grace@example.com" } })])
    .then(() => order.push("written"));
  await connection.findSession("none");
  order.push("read");
  other.exec("COMMIT");
  await Promise.all([write, transaction]);
  expect(order).toEqual(["read", "written", "written"]);
});

it("a query that has waited for another process is none of a transaction that begins meanwhile, and is not undone with it", async () => {
  await connection.prisma.user.create({ data: { email: "ada@example.com" } });
  const other = writer();
  const deletion = connection.prisma.user.deleteMany().then(({ count }) => count);
  // Each takes longer than the first attempt to write.
  for (let reads = 0; reads < 3; reads++) await count();
  const undone = connection.prisma.$transaction(async (tx) => {
    await tx.user.count();
    other.exec("COMMIT");
    // Longer than the deletion waits for its next attempt.
    for (const end = performance.now() + 100; performance.now() < end; ) await setImmediate();
    throw new Error("undone");
  });
  expect(await failure(undone)).toMatchObject({ message: "undone" });
  expect([await deletion, await count()]).toEqual([1, 0]);
});

it("a statement does not run after its transaction was undone while it waited for another process", async () => {
  const other = writer();
  const limit = { timeout: 50 };
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const create = (tx: Pick<typeof connection.prisma, "user">) => {
    begin();
    return tx.user.create({ data: { email: "ada@example.com" } });
  };
  const undone = failure(connection.prisma.$transaction(create, limit));
  await begun;
  for (const end = performance.now() + 200; performance.now() < end; ) await setImmediate();
  // A busy machine may have spent that time in one turn.
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  other.exec("COMMIT");
  expect(await undone).toBeInstanceOf(Error);
  expect(await count()).toBe(0);
});

it("a transaction that cannot begin in time is answered with 503, and when to try again", async () => {
  useApplication({ url: `file:${file}` });
  const { failureResponse } = await import("~/server/http/error-responses");
  vi.spyOn(console, "error").mockReturnValue();
  const begin = () => failure(connection.prisma.$transaction(async () => {}, { maxWait: 1 }));
  const thrown = await connection.prisma.$transaction(begin);
  const asked = new Request("http://localhost/api/reports");
  const answer = await inRequest(asked, () => failureResponse(asked, thrown));
  expect([answer.status, answer.headers.has("retry-after")]).toEqual([503, true]);
});

it("a query that writes fails as unavailable if another process writes for too long", async () => {
  writer();
  // The clock runs a hundred times as fast.
  vi.useFakeTimers({ toFake: ["Date"] });
  const clock = setInterval(() => vi.setSystemTime(Date.now() + 1000), 10);
  const writes = [1, 2].map((number) =>
    failure(connection.prisma.user.create({ data: { email: `user${number}@example.com` } })),
  );
  const transaction = failure(
    connection.prisma.$transaction([connection.prisma.user.create({ data: { email: "grace@example.com" } })]),
  );
  for (const error of await Promise.all([...writes, transaction])) expect(isUnavailable(error)).toBe(true);
  clearInterval(clock);
  vi.useRealTimers();
  expect(await count()).toBe(0);
});

it("a first start waits while another instance that starts with the same new file writes to it", async () => {
  const url = `file:${join(temporaryFolder(), "app.db")}`;
  const engine = await engines.load(url);
  const other = writer(url.slice("file:".length));
  const opening = engine.openForMigrations(url);
  other.exec("COMMIT");
  const { query, close } = await opening;
  expect(await query("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
  await close();
});
