// Where a project keeps the files that the commands read and write.

import { join } from "node:path";
import type { DatabaseEngines } from "../index.ts";

export interface Project {
  engines: DatabaseEngines;
  /** The folder of the project's package.json. */
  root: string;
  /** The folder for the generated clients. */
  generated: string;
}

export const schemaOf = ({ root }: Project) => join(root, "prisma/schema.prisma");

export const migrationsOf = ({ root }: Project) => join(root, "prisma/migrations");
