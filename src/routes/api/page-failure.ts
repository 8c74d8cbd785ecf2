// A browser reports here that it could not start a page, and has rendered it anew (src/entry-client.tsx). The log gets
// the path and the kind of the error, which do not identify a person, for a limited number of reports a minute.

import type { APIEvent } from "@solidjs/start/server";
import { localPath } from "~/lib/url";
import { log } from "~/server/log";

/** The name of an error, such as TypeError. */
const NAME = /^[A-Za-z]{1,40}$/;

export async function POST({ request }: APIEvent): Promise<Response> {
  const name = await request.text();
  const { pathname } = new URL(localPath(request.headers.get("referer") ?? "/"), request.url);
  const kind = "a page that could not be started in the browser";
  log.visitorError(kind, `${pathname}: ${kind}: ${NAME.test(name) ? name : "an error"}`);
  return new Response(null, { status: 204 });
}
