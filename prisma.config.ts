// Prisma's own settings, for `npx prisma studio`, `migrate` and the like. The running application does not read this file.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "prisma/config";

if (existsSync(".env")) process.loadEnvFile(".env");

const path = resolve((process.env.DATABASE_URL ?? "file:./data/app.db").slice("file:".length));
// Studio takes only what has a :// in it for a URL.
const scheme = process.argv.includes("studio") ? "file://" : "file:";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations/sqlite" },
  datasource: { url: scheme + path },
});
