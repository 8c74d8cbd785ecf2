// The commands for the database, and the functions for the build. `prisma/` is in the project's folder.

export { areClientsFresh, generateClients } from "./clients.ts";
export { databaseUrl } from "./environment.ts";
export { migrateCommand } from "./migrate.ts";
export { migrationBetween, migrationCommand, pendingChanges } from "./migration.ts";
export { prismaConfig } from "./prisma-config.ts";
export type { Project } from "./project.ts";
export { stop } from "./stop.ts";
export { watchSchema } from "./watch-schema.ts";
