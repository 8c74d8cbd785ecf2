// `npm run db:move -- postgresql://…` copies all rows of the SQLite database of DATABASE_URL into an empty PostgreSQL
// database. Stop the server first.

import { moveCommand } from "database-engines/tools/to-postgresql";
import { engines } from "../../../src/server/engines.ts";

await moveCommand(engines);
