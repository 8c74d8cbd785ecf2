// What the start asks of PostgreSQL, and what it says of a pooler that is in the way: a server on this machine that
// speaks the protocol as PgBouncer does. (The template's own tests have PgBouncer itself.)

import { createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { postgresql } from "../src/postgresql/about.ts";

const message = (type: string, ...parts: (string | Buffer)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const bytes = (...values: number[]) => Buffer.from(values);
const READY = message("Z", "I");
const error = (code: string, text: string) => message("E", `SFATAL\0C${code}\0M${text}\0\0`);

const OF_TEXT = bytes(0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0);
const textOf = (value: string) => Buffer.concat([bytes(0, 0, 0, value.length), Buffer.from(value)]);

/** Two columns of text. */
const row = (schema: string, isolation: string) => [
  message("T", bytes(0, 2), "schema\0", OF_TEXT, "isolation\0", OF_TEXT),
  message("D", bytes(0, 2), textOf(schema), textOf(isolation)),
  message("C", "SELECT 1\0"),
];

interface Pooler {
  /** Whether a setting of the server ends the connection. */
  isStrict?: boolean;
  /** Whether all connections are those of one process of the server, as in transaction mode. */
  isShared?: boolean;
  isolation?: string;
}

/** @returns its URL, and the settings that connections have asked for */
async function startPooler({ isStrict = false, isShared = false, isolation = "read committed" }: Pooler) {
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
      if (type === "Q") return void socket.write(Buffer.concat([...row("public", isolation), READY]));
      const [name = ""] = data.toString("utf8", 5).split("\0");
      if (name && prepared.has(name))
        return void socket.write(Buffer.concat([error("42P05", `prepared statement "${name}" already exists`), READY]));
      prepared.add(name);
      socket.write(Buffer.concat([message("1"), message("2"), ...row("public", isolation), READY]));
    });
  }
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The server has no port.");
  return { url: `postgresql://user:password@127.0.0.1:${address.port}/name`, settings };
}

const open = async (url: string) => (await (await postgresql.load()).openForMigrations(url)).close();

const CURE = "a pooler stands before it, which needs pgbouncer=true in the options of DATABASE_URL";

it("a pooler that refuses the service's settings is named with the cure, before a migration", async () => {
  const { url } = await startPooler({ isStrict: true });
  await expect(open(url)).rejects.toThrow(`${CURE}: unsupported startup parameter: statement_timeout`);
  await expect(open(`${url}?pgbouncer=true`)).resolves.toBeUndefined();
});

it("a pooler that gives one connection the statements of another is named with the cure", async () => {
  const { url } = await startPooler({ isShared: true });
  await expect(open(url)).rejects.toThrow(`${CURE}: prepared statement "start" already exists`);
  await expect(open(`${url}?pgbouncer=true`)).resolves.toBeUndefined();
});

it("a pooler that keeps each connection to itself needs no option", async () => {
  const { url } = await startPooler({});
  await expect(open(url)).resolves.toBeUndefined();
});

it("a server that ends a connection for another reason is no pooler", async () => {
  const server = createServer((socket) => socket.end(error("08P01", "no such database: name")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  await expect(open(`postgresql://user@127.0.0.1:${port}/name`)).rejects.toThrow(/^no such database: name$/);
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
  expect(settings[0]).toMatchObject({ options });
});

it("a schema with a quotation mark in its name is refused: Prisma would not find it", async () => {
  const { url } = await startPooler({});
  await expect(open(`${url}?schema=a%22b`)).rejects.toThrow("its schema has a quotation mark in its name");
});

it("a role whose transactions are stricter is refused with the cure: requests at the same moment would fail", async () => {
  for (const isolation of ["serializable", "repeatable read"]) {
    const { url } = await startPooler({ isolation });
    const cure = `is ${isolation}, under which requests at the same moment fail. Set the role's: ALTER ROLE … SET`;
    for (const options of ["", "?pgbouncer=true"]) await expect(open(url + options)).rejects.toThrow(cure);
  }
});

it("other options of the server stay beside the schema", async () => {
  const { url, settings } = await startPooler({});
  await open(`${url}?options=-c%20work_mem%3D8MB&schema=public`);
  expect(settings[0]).toMatchObject({ options: '-c work_mem=8MB -c search_path="public"', database: "name" });
});
