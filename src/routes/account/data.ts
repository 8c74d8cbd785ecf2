// "Download your data". The guard covers the path, and this asks for the user itself.

import type { APIEvent } from "@solidjs/start/server";
import { authConfig } from "~/server/auth";
import { bounce } from "~/server/guard";
import { userData } from "~/server/user-data";
import { getSession } from "~/solid-auth";

export async function GET({ request }: APIEvent): Promise<Response> {
  const session = await getSession(request, authConfig);
  const data = session?.user && (await userData(session.user.id));
  if (!data) return bounce(request, "/account");
  const headers = {
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="account.json"',
  };
  return new Response(JSON.stringify(data, null, 2), { headers });
}
