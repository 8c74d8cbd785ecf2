// `npm run db:backup -- file` copies the database of DATABASE_URL while the server runs.

import { backupCommand } from "database-engines/tools/backup";
import { engines } from "../../../src/server/engines.ts";

await backupCommand(engines);
