// The database engines. DATABASE_URL picks one, and only that one is loaded. Scripts and tests read this list too.

import { databaseEngines } from "database-engines";
import { postgresql } from "database-engines/postgresql";
import { sqlite } from "database-engines/sqlite";

export const engines = databaseEngines({
  sqlite: sqlite("file:./data/app.db"),
  postgresql,
});

export type EngineName = (typeof engines.names)[number];
