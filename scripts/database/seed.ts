// `npm run db:seed` fills the development database with ten users, so that every list has something in it
// (./seed-users.ts). Sign in as one of them with a mail link. A second run replaces them, and touches no other user.

import { areClientsFresh, databaseUrl, generateClients, stop } from "database-engines/tools";
import { isLoopback } from "solid-authjs/environment";
import { engines } from "../../src/server/engines.ts";
import { importServer } from "../import-server.ts";
import { project } from "./project.ts";

const url = databaseUrl(engines);
const about = engines.aboutUrl(url);
if (!about) stop(`DATABASE_URL must name ${engines.kinds}.`);
if (isProduction()) stop(`This looks like production: nothing was written to ${about.shownUrl(url)}.`);

if (!areClientsFresh(project)) generateClients(project);
process.env.DATABASE_URL = url;
// The module writes while it is imported: otherwise, later imports of the database's client are not found.
const { addresses } = await seed();
console.log(`${addresses.length} users are in ${about.shownUrl(url)}. Sign in with a mail link, as one of them:`);
for (const address of addresses) console.log(`  ${address}`);

async function seed(): Promise<typeof import("./seed-users.ts")> {
  try {
    return await importServer("scripts/database/seed-users.ts");
  } catch (error) {
    const problem = engines.problem(error, url);
    if (!problem) throw error;
    stop(problem);
  }
}

/** An origin on https, or a database on another machine. */
function isProduction(): boolean {
  const { AUTH_URL, NODE_ENV } = process.env;
  const parsed = URL.parse(url);
  // PostgreSQL's clients prefer the parameter.
  const host = parsed?.searchParams.get("host") ?? parsed?.hostname ?? "";
  return NODE_ENV === "production" || AUTH_URL?.startsWith("https:") === true || !(host === "" || isLoopback(host));
}
