// For load balancers and uptime checks: reports whether this instance can reach its database.

import { database } from "~/server/database/client";
import { log } from "~/server/log";

export async function GET(): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    // Reads a table: a database in a file answers "SELECT 1" after the file is gone.
    await database.$queryRaw`SELECT 1 FROM "Session" LIMIT 1`;
    return Response.json({ status: "ok" }, { headers });
  } catch (error) {
    log.error("health: the database does not respond", error);
    return Response.json({ status: "unavailable" }, { status: 503, headers });
  }
}
