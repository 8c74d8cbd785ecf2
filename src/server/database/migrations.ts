// The migrations of prisma/migrations. They are part of the bundle, so `.output` needs no other files.

import "server-only";
import { migrationsOf } from "database-engines/migrate";
import { engines } from "~/server/engines";

const files = import.meta.glob<string>("/prisma/migrations/*/*/migration.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

export const { migrate, pendingMigrations } = migrationsOf(engines, (engine) =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path.includes(`/${engine}/`))),
);
