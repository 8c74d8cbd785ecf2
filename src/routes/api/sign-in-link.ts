// For the tab that waits on /verify-request: whether its link was used, perhaps in another browser. It answers only the
// browser that asked for the link.

import type { APIEvent } from "@solidjs/start/server";
import { auth } from "~/server/auth/config";
import { database } from "~/server/database/client";

export async function GET({ request }: APIEvent): Promise<Response> {
  const { email: identifier, storedTokens = [] } = (await auth.getPendingLink(request)) ?? {};
  const where = { identifier, token: { in: storedTokens } };
  const isUsed = storedTokens.length > 0 && (await database.verificationToken.count({ where })) === 0;
  return Response.json({ isUsed }, { headers: { "cache-control": "no-store" } });
}
