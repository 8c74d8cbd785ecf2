// Prisma's own settings, for `npx prisma studio`, `migrate` and the like.

import type { PrismaConfig } from "prisma/config";
import { generatedSchema } from "./clients.ts";
import { databaseUrl } from "./environment.ts";
import type { Project } from "./project.ts";

export function prismaConfig(project: Project): PrismaConfig {
  const { engines } = project;
  const url = databaseUrl(engines);
  // Without a URL, Prisma still generates the clients.
  const engine = engines.nameOf(url) ?? engines.names[0];
  return {
    schema: generatedSchema(project, engine),
    migrations: { path: `prisma/migrations/${engine}` },
    datasource: { url: engines.aboutUrl(url)?.prismaUrl(url, process.argv.includes("studio")) },
  };
}
