// Prisma's own settings, for `npx prisma studio`, `migrate` and the like. The running application does not read this
// file.

import { existsSync } from "node:fs";
import { defineConfig } from "prisma/config";
import { generatedSchema } from "./scripts/database/clients.ts";
import { aboutUrl, defaultUrl, engineNameOf, engineNames } from "./src/server/database/engines.ts";

if (existsSync(".env")) process.loadEnvFile(".env");

const url = process.env.DATABASE_URL || defaultUrl || "";
// Without a URL, Prisma still generates the clients.
const engine = engineNameOf(url) ?? engineNames[0];

export default defineConfig({
  schema: generatedSchema(engine),
  migrations: { path: `prisma/migrations/${engine}` },
  datasource: { url: aboutUrl(url)?.prismaUrl(url, process.argv.includes("studio")) },
});
