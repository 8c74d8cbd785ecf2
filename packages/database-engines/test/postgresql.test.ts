// What the start asks of PostgreSQL, and what it says of a pooler that is in the way: a server on this machine that
// speaks the protocol as PgBouncer does. (The template's own tests have PgBouncer itself.) And databases that others
// have set up, where PostgreSQL is on this machine.

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { isPostgreSqlHere, type PostgreSql, startPostgreSql } from "../../../tests/support/postgresql/server.ts";
import { databaseEngines } from "../src/index.ts";
import { migrate } from "../src/migrate.ts";
import { postgresql } from "../src/postgresql/about.ts";
import { sqlite } from "../src/sqlite/about.ts";
import { migrationBetween } from "../src/tools/index.ts";
import { connectTo, headOf, projectOf } from "./support/project.ts";

const message = (type: string, ...parts: (string | Buffer)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const bytes = (...values: number[]) => Buffer.from(values);
const READY = message("Z", "I");
const error = (code: string, text: string) => message("E", `SFATAL\0C${code}\0M${text}\0\0`);

/** One column of text, with the name of a schema. */
const row = (schema: string) => [
  message("T", bytes(0, 1), "schema\0", bytes(0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0)),
  message("D", bytes(0, 1, 0, 0, 0, schema.length), schema),
  message("C", "SELECT 1\0"),
];

interface Pooler {
  /** Whether a setting of the server ends the connection. */
  isStrict?: boolean;
  /** Whether all connections are those of one process of the server, as in transaction mode. */
  isShared?: boolean;
}

/** @returns its URL, and the settings that connections have asked for */
async function startPooler({ isStrict = false, isShared = false }: Pooler) {
  const settings: Record<string, string>[] = [];
  const shared = new Set<string>();
  function answer(socket: Socket) {
    const prepared = isShared ? shared : new Set<string>();
    let isStarted = false;
    socket.on("error", () => {});
    socket.on("data", (data) => {
      if (!isStarted) {
        isStarted = true;
        const texts = data.subarray(8).toString().split("\0");
        const asked = Object.fromEntries(texts.flatMap((name, at) => (at % 2 ? [] : [[name, texts[at + 1] ?? ""]])));
        settings.push(asked);
        const refused = ["statement_timeout", "options"].find((name) => isStrict && name in asked);
        if (refused) return void socket.end(error("08P01", `unsupported startup parameter: ${refused}`));
        return void socket.write(Buffer.concat([message("R", bytes(0, 0, 0, 0)), READY]));
      }
      const type = data.toString("latin1", 0, 1);
      if (type === "X") return;
      if (type === "Q") return void socket.write(Buffer.concat([...row("public"), READY]));
      const [name = ""] = data.toString("utf8", 5).split("\0");
      if (name && prepared.has(name))
        return void socket.write(Buffer.concat([error("42P05", `prepared statement "${name}" already exists`), READY]));
      prepared.add(name);
      socket.write(Buffer.concat([message("1"), message("2"), ...row("public"), READY]));
    });
  }
  return { url: await listening(answer), settings };
}

/** @returns the URL of a database that a server on this machine would have, until the test ends */
async function listening(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `postgresql://user:password@127.0.0.1:${(server.address() as AddressInfo).port}/name`;
}

const open = async (url: string) => (await (await postgresql.load()).openForMigrations(url)).close();

const CURE = "a pooler stands before it, which needs pgbouncer=true in the options of DATABASE_URL";

it.each([
  ["refuses the service's settings", { isStrict: true }, "unsupported startup parameter: statement_timeout"],
  ["gives one connection the statements of another", { isShared: true }, 'prepared statement "start" already exists'],
])("a pooler that %s is named with the cure, before a migration", async (_, pooler, reason) => {
  const { url } = await startPooler(pooler);
  await expect(open(url)).rejects.toThrow(`${CURE}: ${reason}`);
  await expect(open(`${url}?pgbouncer=true`)).resolves.toBeUndefined();
});

it("a server that ends a connection for another reason is no pooler", async () => {
  const url = await listening((socket) => socket.end(error("08P01", "no such database: name")));
  await expect(open(url)).rejects.toThrow(/^no such database: name$/);
});

it.each([
  ["app", '-c search_path="app"'],
  ["Auth data", '-c search_path="Auth\\ data"'],
  ["a\\b", '-c search_path="a\\\\b"'],
])("the schema %s of the URL is refused where it does not arrive, and asked of the server", async (schema, options) => {
  const { url, settings } = await startPooler({});
  await expect(open(`${url}?${new URLSearchParams({ schema })}`)).rejects.toThrow(
    `DATABASE_URL names the schema ${schema}, and a pooler does not pass that on.`,
  );
  expect(settings[0]?.options).toContain(options);
});

it("a schema with a quotation mark in its name is refused, and other options of the server stay beside it", async () => {
  const { url, settings } = await startPooler({});
  // Prisma would not find it.
  await expect(open(`${url}?schema=a%22b`)).rejects.toThrow("its schema has a quotation mark in its name");
  settings.length = 0;
  await open(`${url}?options=-c%20work_mem%3D8MB&schema=public`);
  const options = expect.stringMatching(/^-c work_mem=8MB .* -c search_path="public"$/);
  expect(settings[0]).toMatchObject({ options, database: "name" });
});

it.each([
  ...["file:", "file::memory:", "file:~/app.db", "file:app.db?mode=ro"],
  ...["pa/ss", "12/34", "p?ss", "p#ss", "50%"].map((password) => `postgresql://user:${password}@host/name`),
])("the URL %s is refused with its cause, before it means another file or host", (url) => {
  const engines = databaseEngines({ sqlite: sqlite("file:./app.db"), postgresql });
  expect(engines.urlProblem(url)).toMatch(
    /^(has a sign in its password|has options|must have the path of a SQLite file)/,
  );
});

it.each([
  ...["file:./app.db", "file:/data/~app.db", "postgresql://host/name", "postgres://user@host:5432/name?schema=a%20b"],
  ...["postgresql://user:p%2Fs%25@host/name", "postgresql://user:p@ss@host/name", "postgresql:///name?host=/run"],
  ...["host", "host:5432", "[::1]:5432"].map((host) => `postgresql://${host}/name?user=me@server&password=p`),
])("the URL %s is taken", (url) => {
  expect(databaseEngines({ sqlite: sqlite("file:./app.db"), postgresql }).urlProblem(url)).toBeUndefined();
});

const SCHEMA = `${headOf("postgresql")}model Note {
  id    Int      @id @default(autoincrement())
  at    DateTime @default(now())
  zoned DateTime @db.Timestamptz(3)
  bytes Bytes
  json  Json     @default("{\\"a\\": \\"\\\\\\\\\\"}")
}
`;

/** Each with what it would do. */
const FOREIGN = {
  DateStyle: "German, DMY",
  TimeZone: "'Asia/Tokyo'",
  default_transaction_isolation: "serializable",
  standard_conforming_strings: "off",
  bytea_output: "escape",
  statement_timeout: "'200ms'",
  client_encoding: "LATIN1",
  search_path: "nowhere, public",
};

describe.runIf(isPostgreSqlHere())("a database that others have set up", () => {
  let server: PostgreSql;
  let client: pg.Client;
  let count = 0;

  beforeAll(async () => {
    server = await startPostgreSql();
    client = new pg.Client({ connectionString: server.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await server.stop();
  });

  /** @returns its URL */
  async function create(options: string, settings: Record<string, string> = {}): Promise<string> {
    const name = `d${count++}`;
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
    for (const [setting, value] of Object.entries(settings))
      await client.query(`ALTER DATABASE ${name} SET ${setting} = ${value}`);
    return Object.assign(new URL(server.url), { pathname: name }).href;
  }

  it("settings of a database that are not ours change no value, no default and no migration", async () => {
    const sql = (await migrationBetween("postgresql", "", SCHEMA)) ?? "";
    const project = projectOf("postgresql", sql, SCHEMA);
    const url = await create("", FOREIGN);
    const engine = await project.engines.load(url);
    await migrate(engine, url, { "/1/x": sql, "/2/x": "SELECT pg_sleep(0.3)" });
    const { prisma, close } = await connectTo(project, url);
    const zoned = new Date("2027-01-02T03:04:05.678Z");
    const written = await prisma.note.create({ data: { zoned, bytes: Buffer.from([0, 92, 255]) } });
    expect(await prisma.note.findFirst()).toEqual(written);
    expect(written).toMatchObject({ zoned, json: { a: "\\" } });
    const [row] = await prisma.$queryRawUnsafe(
      `INSERT INTO "Note" ("zoned", "bytes") VALUES ('2027-01-02 03:04:05.678', '') RETURNING "at", "zoned", "json"`,
    );
    expect(row).toMatchObject({ zoned, json: { a: "\\" } });
    expect(Math.abs(row.at - Date.now())).toBeLessThan(60_000);
    const [{ transaction_isolation }] = await prisma.$queryRawUnsafe("SHOW transaction_isolation");
    expect(transaction_isolation).toBe("read committed");
    await close();
  });

  it("a database that cannot hold each name, or whose settings a pooler keeps, is refused by the name of the setting", async () => {
    for (const encoding of ["LATIN1", "SQL_ASCII"])
      await expect(open(await create(`ENCODING '${encoding}' LOCALE 'C'`))).rejects.toThrow(
        `its encoding is ${encoding}`,
      );
    const pooled = `${await create("", FOREIGN)}?pgbouncer=true`;
    await expect(open(pooled)).rejects.toThrow("ALTER ROLE … SET default_transaction_isolation = 'read committed'");
    const { default_transaction_isolation: _, standard_conforming_strings: __, ...others } = FOREIGN;
    await expect(open(`${await create("", others)}?pgbouncer=true`)).resolves.toBeUndefined();
  });
});
