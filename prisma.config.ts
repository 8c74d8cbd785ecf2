// Prisma's own settings, for `npx prisma studio`, `migrate` and the like. The running application does not read this
// file.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "prisma/config";

if (existsSync(".env")) process.loadEnvFile(".env");

const url = process.env.DATABASE_URL ?? "file:./data/app.db";
const isFile = url.startsWith("file:");
// Studio takes only what has a :// in it for a URL.
const scheme = process.argv.includes("studio") ? "file://" : "file:";

export default defineConfig({
  // The same schema with another engine, written by scripts/database/clients.ts.
  schema: isFile ? "prisma/schema.prisma" : "src/server/database/generated/postgresql.prisma",
  migrations: { path: `prisma/migrations/${isFile ? "sqlite" : "postgresql"}` },
  datasource: { url: isFile ? scheme + resolve(url.slice("file:".length)) : url },
});
