// "Download your data". The guard covers the path, and this handler checks the user again.

import type { APIEvent } from "@solidjs/start/server";
import { redirectSignedOut } from "~/server/auth/redirect-signed-out";
import { recordSecurityEvent } from "~/server/auth/security-events";
import { userData } from "~/server/database/user-data";
import { requireUser } from "~/server/functions";
import { isSeen } from "~/server/http/cookies";

/** The page with the link to this address. */
const PAGE = "/account";

export async function GET({ request }: APIEvent): Promise<Response> {
  // Threat: another site's page that opens this address. The browser saves the file, and the download appears in the
  // user's recent activity.
  const site = request.headers.get("sec-fetch-site") ?? "none";
  if (!["same-origin", "none"].includes(site)) return new Response(null, { status: 302, headers: { location: PAGE } });
  const { id } = await requireUser(PAGE);
  const data = await userData(id);
  if (!data) return redirectSignedOut(PAGE);
  if (isSeen(request)) await recordSecurityEvent(id, "data downloaded");
  const headers = {
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="account.json"',
  };
  return new Response(JSON.stringify(data, null, 2), { headers });
}
