// `npm run db:migration -- name` writes the migration for what prisma/schema.prisma has changed since the last one, for
// each engine, and tries it on databases of its own. Before it writes what loses data or fails, it asks. Read and edit
// the files before you apply them.

import { migrationCommand } from "database-engines/tools";
import { project } from "./project.ts";

await migrationCommand(project);
