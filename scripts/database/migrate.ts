// `npm run db:migrate` applies the pending migrations to the database of DATABASE_URL, as the server does when it
// starts.

import { migrateCommand } from "database-engines/tools";
import { project } from "./project.ts";

await migrateCommand(project);
