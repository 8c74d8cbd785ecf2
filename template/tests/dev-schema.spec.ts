// Changes of the schema: a new column while `npm run dev` runs, and `npm run db:migration` with a change that loses
// data.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { installedCopy } from "../../tests/support/copies.ts";
import { freePort, startDev } from "./support/dev-server.ts";

/** The development server compiles a route when it is first asked for. */
const COMPILE_TIMEOUT_MS = 60_000;

let folder: string;

test.beforeAll(() => {
  folder = installedCopy("dev-schema");
});

const ROUTE = `import { database } from "~/server/database/client";
export async function GET() {
  const found = await database.user.findMany({ select: { plan: true } as never }).catch(({ code }) => code ?? "unknown column");
  return Response.json(found);
}
`;

test("the running server knows a new column at once, and its migration waits until it is asked for", async () => {
  writeFileSync(join(folder, "src/routes/api/plans.ts"), ROUTE);
  const server = await startDev(folder, { flags: ["--port", String(await freePort())] });
  // While the server generates the clients it may close a connection.
  const answer = () =>
    fetch(`${server.origins[0]}/api/plans`)
      .then((response) => response.json())
      .catch(() => undefined);
  const npm = (...args: string[]) => expect(spawnSync("npm", ["run", ...args], { cwd: folder }).status).toBe(0);
  try {
    const timeout = COMPILE_TIMEOUT_MS;
    await expect.poll(answer, { timeout }).toBe("unknown column");
    const schema = join(folder, "prisma/schema.prisma");
    const before = readFileSync(schema, "utf8");
    writeFileSync(schema, before.replace(/^( +name +String\?)$/m, '$1\n  plan String @default("free")'));
    // Prisma's code for a column that the database lacks.
    await expect.poll(answer, { timeout }).toBe("P2022");
    npm("db:migration", "--", "add_plan");
    await expect.poll(server.output, { timeout }).toMatch(/migration \d+_add_plan waits/);
    await expect.poll(answer, { timeout }).toBe("P2022");
    npm("db:migrate");
    await expect.poll(answer, { timeout }).toEqual([]);
  } finally {
    await server.stop();
  }
});

const RENAME = `ALTER TABLE "User" RENAME COLUMN "name" TO "fullName";`;

/** @param input what is typed in a terminal, which `script` provides; without one, there is no terminal */
function migration(args: string, input?: string) {
  const command = `npm run db:migration -- ${args}`;
  const options = { cwd: folder, shell: true, input, encoding: "utf8" } as const;
  const inShell = input === undefined ? command : `script -qec "${command}" /dev/null`;
  const { status, stdout, stderr } = spawnSync(inShell, options);
  return { status, said: stdout + stderr };
}

function written(): string[] {
  return ["sqlite", "postgresql"].flatMap((engine) => readdirSync(join(folder, "prisma/migrations", engine)));
}

test("a renamed column is asked about, and written only on a yes or with the flag", () => {
  const schema = join(folder, "prisma/schema.prisma");
  const first = readFileSync(schema, "utf8");
  const edit = (to: string) => writeFileSync(schema, first.replace(/^ +name +String\?$/m, `  ${to} String?`));
  const before = written();
  edit("fullName");
  for (const input of [undefined, "\n"]) {
    const { status, said } = migration("full_name", input);
    expect(said).toContain(RENAME);
    expect(said).toContain("Nothing is written.");
    if (!input) expect(said).toContain("npm run db:migration -- full_name --allow-data-loss");
    expect(status).toBe(1);
    expect(written()).toEqual(before);
  }
  expect(migration("full_name", "y\n")).toMatchObject({ status: 0 });
  expect(written()).toHaveLength(before.length + 2);
  edit("legalName");
  const { status, said } = migration("legal_name --allow-data-loss");
  expect([status, said]).toEqual([0, expect.stringContaining('"legalName"')]);
  expect(written()).toHaveLength(before.length + 4);
});
