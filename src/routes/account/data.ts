// "Download your data". The guard covers the path, and this handler checks the user again.

import { redirectSignedOut } from "~/server/auth/redirect-signed-out";
import { recordSecurityEvent } from "~/server/auth/security-events";
import { userData } from "~/server/database/user-data";
import { requireUser } from "~/server/functions";

export async function GET(): Promise<Response> {
  const { id } = await requireUser("/account");
  const data = await userData(id);
  if (!data) return redirectSignedOut("/account");
  await recordSecurityEvent(id, "data downloaded");
  const headers = {
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="account.json"',
  };
  return new Response(JSON.stringify(data, null, 2), { headers });
}
