// Makes the tables of Better Auth, as its command-line tool does.

import { getMigrations } from "better-auth/db/migration";
import { auth } from "./src/auth.ts";

await (await getMigrations(auth.options)).runMigrations();
