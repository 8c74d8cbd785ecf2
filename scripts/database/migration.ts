// `npm run db:migration -- name` writes the migration for what prisma/schema.prisma has changed since the last one, for
// each engine. It needs neither a database nor a network. Before it writes what loses data or fails on a table with
// rows, it asks. Read and edit the files before you apply them.

import { migrationCommand } from "database-engines/tools";
import { project } from "./project.ts";

await migrationCommand(project);
