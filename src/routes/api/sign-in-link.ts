// Tells the tab that waits on /verify-request whether its link was used, perhaps in another browser. It answers only
// the browser that asked for the link.

import type { APIEvent } from "@solidjs/start/server";
import { isLinkUsed } from "solid-authjs/prisma";
import { auth } from "~/server/auth/config";
import { database } from "~/server/database/client";

export async function GET({ request }: APIEvent): Promise<Response> {
  const { email, storedTokens = [] } = (await auth.getPendingLink(request)) ?? {};
  const isUsed = await isLinkUsed(database, email, storedTokens);
  return Response.json({ isUsed }, { headers: { "cache-control": "no-store" } });
}
