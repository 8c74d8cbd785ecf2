// A start of the production build that must not change tables, on the engine of the run.

import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root, startApp } from "../../../tests/support/app.ts";
import { newDatabaseAt } from "../../../tests/support/engines.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { expect, test } from "../../../tests/support/test.ts";

const MIGRATIONS = readdirSync(join(root, "prisma/migrations/sqlite"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

const newDatabase = () => newDatabaseAt(join(temporaryFolder(), "app.db"));

/** Starts an instance that ends by itself. */
async function run(env: Record<string, string>) {
  const working = {
    PATH: process.env.PATH,
    AUTH_SECRET: "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e",
    AUTH_URL: "http://localhost:3000",
    EMAIL_SERVER: "smtp://localhost:1025",
    EMAIL_FROM: "sign-in@example.org",
    PORT: "0",
  };
  const child = spawn(process.execPath, [join(root, ".output/server/index.mjs")], { env: { ...working, ...env } });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, said };
}

test("DATABASE_MIGRATIONS=check refuses to start while migrations are pending, and applies none; after `npm run db:migrate` it starts", async () => {
  const env = { DATABASE_URL: await newDatabase(), DATABASE_MIGRATIONS: "check" };
  const all = MIGRATIONS.join(", ");
  for (const { code, said } of [await run(env), await run(env)]) {
    expect(said).toContain(`These migrations are not applied: ${all}. Start once with DATABASE_MIGRATIONS=only`);
    expect(said).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  }
  const migrate = spawnSync(process.execPath, [join(root, "scripts/database/migrate.ts")], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  // Tables of an earlier start would make it fail.
  expect(migrate.stdout, migrate.stderr).toBe(`Applied: ${all}.\n`);
  const app = await startApp(undefined, env);
  await app.stop();
});
