// `npm run db:migration -- name` writes a migration for each engine from the changes in prisma/schema.prisma since the
// last migration. It asks before it writes a migration that loses data or fails. Read and edit the files before you
// apply them.

import { migrationCommand } from "database-engines/tools";
import { project } from "./project.ts";

await migrationCommand(project);
