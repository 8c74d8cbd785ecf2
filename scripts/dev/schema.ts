// Generates the Prisma clients again when the schema changes, so that `npm run dev` knows a new model without a
// restart. Migrations are not applied here: read a new file before you apply it.

import type { Plugin } from "vite";
import { areClientsFresh, generateClients, SCHEMA } from "../database/clients.ts";

export function watchSchema(): Plugin {
  return {
    name: "watch-schema",
    apply: "serve",
    configureServer({ watcher, config }) {
      watcher.add(SCHEMA);
      watcher.on("change", (file) => {
        if (file !== SCHEMA || areClientsFresh()) return;
        try {
          generateClients();
          config.logger.info("Generated the Prisma clients. npm run db:migration -- name writes the migration.");
        } catch (error) {
          config.logger.error(`prisma/schema.prisma is not valid:\n${error instanceof Error ? error.message : error}`);
        }
      });
    },
  };
}
