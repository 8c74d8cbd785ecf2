// Generates the Prisma clients again when the schema changes, so that the development server knows a new model without
// a restart. It does not apply migrations: read a new file before you apply it.

import type { Plugin } from "vite";
import { areClientsFresh, generateClients } from "./clients.ts";
import { type Project, schemaOf } from "./project.ts";

export function watchSchema(project: Project): Plugin {
  const schema = schemaOf(project);
  return {
    name: "watch-schema",
    apply: "serve",
    configureServer({ watcher, config }) {
      watcher.add(schema);
      watcher.on("change", (file) => {
        if (file !== schema || areClientsFresh(project)) return;
        try {
          generateClients(project);
          config.logger.info("Generated the Prisma clients. npm run db:migration -- name writes the migration.");
        } catch (error) {
          config.logger.error(`prisma/schema.prisma is not valid:\n${error instanceof Error ? error.message : error}`);
        }
      });
    },
  };
}
