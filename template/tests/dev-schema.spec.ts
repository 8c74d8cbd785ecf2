// A new column while `npm run dev` runs: the server knows it without a restart, and applies its migration only when
// asked.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { installedCopy } from "../../tests/support/copies.ts";
import { freePort, startDev } from "./support/dev-server.ts";

/** The development server compiles a route when it is first asked for. */
const COMPILE_TIMEOUT_MS = 60_000;

const ROUTE = `import { database } from "~/server/database/client";
export async function GET() {
  const found = await database.user.findMany({ select: { plan: true } as never }).catch(({ code }) => code ?? "unknown column");
  return Response.json(found);
}
`;

test("the running server knows a new column at once, and its migration waits until it is asked for", async () => {
  const folder = installedCopy("dev-schema");
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
