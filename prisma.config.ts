// Prisma's own settings, for `npx prisma studio`, `migrate` and the like. The running application does not read this file.
import { existsSync } from "node:fs";
import { defineConfig } from "prisma/config";

if (existsSync(".env")) process.loadEnvFile(".env");

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations/sqlite" },
  datasource: { url: process.env.DATABASE_URL ?? "file:./data/app.db" },
});
