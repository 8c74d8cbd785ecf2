// `npm run db:migrate` applies the pending migrations to the database of DATABASE_URL, as the server does when it
// starts.

import { existsSync } from "node:fs";
import { databaseKinds, defaultUrl, engineNameOf } from "../../src/server/database/engines.ts";
import type { Engine } from "../../src/server/database/types.ts";
import { importServer } from "../import-server.ts";

if (existsSync(".env")) process.loadEnvFile(".env");
const url = process.env.DATABASE_URL || defaultUrl || "";
const name = engineNameOf(url);
if (!name) {
  console.error(`DATABASE_URL must name ${databaseKinds}.`);
  process.exit(1);
}

const engine = await importServer<Engine>(`src/server/database/${name}/engine.ts`);
const { migrate } = await importServer<typeof import("../../src/server/database/migrate.ts")>(
  "src/server/database/migrate.ts",
);
const { databaseProblem } = await importServer<typeof import("../../src/server/database/problems.ts")>(
  "src/server/database/problems.ts",
);

try {
  const names = await migrate(engine, url);
  console.log(names.length > 0 ? `Applied: ${names.join(", ")}.` : "No migration is waiting.");
} catch (error) {
  const problem = databaseProblem(error, url);
  if (!problem) throw error;
  console.error(problem);
  process.exit(1);
}
