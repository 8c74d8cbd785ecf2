// Tells load balancers and uptime checks whether this instance can reach its database.

import { database } from "~/server/database/client";
import { log } from "~/server/log";

export async function GET(): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    // The check reads a table as sign-ins do, because a database answers "SELECT 1" even if its file is gone, or its
    // tables are in another schema.
    await database.session.findFirst({ select: { id: true } });
    return Response.json({ status: "ok" }, { headers });
  } catch (error) {
    log.error("health: the database does not respond", error);
    return Response.json({ status: "unavailable" }, { status: 503, headers });
  }
}
