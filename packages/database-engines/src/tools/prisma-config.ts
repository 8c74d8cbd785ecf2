// Prisma's own settings. Each of its commands reads them, including `generate` in ./clients.ts.

import type { PrismaConfig } from "prisma/config";
import { generatedSchema } from "./clients.ts";
import { databaseUrl } from "./environment.ts";
import type { Project } from "./project.ts";

export function prismaConfig(project: Project): PrismaConfig {
  // By default, each command sends hashes of the project and of its path, the system and the version to Prisma's
  // makers.
  process.env.CHECKPOINT_DISABLE = "1";
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
