// Threat: bodies that fill the memory or never end.

import "server-only";
import { UNREAD } from "~/lib/refused";
import { localPath } from "~/lib/url";
import appConfig from "../../../app.config";
import { clientKind } from "../http/client-kind";
import { errorResponse } from "../http/error-page";
import { redirectWithNotice } from "../http/redirects";
import { BODY_LIMITS } from "../time-limits";

export const bodyLimit = { maxBytes: appConfig.maxBodyBytes, ...BODY_LIMITS, refuse: badBodyResponse };

function badBodyResponse(request: Request, status: 400 | 408 | 413): Response {
  // SolidStart's client drops an error page, but follows a Location. With a status of 3xx the browser itself would
  // follow it.
  if (clientKind(request) === "router" && status !== 400) {
    const code = status === 413 ? "tooLarge" : "tooSlow";
    const { headers } = redirectWithNotice(localPath(request.headers.get("referer") ?? "/"), code);
    // SolidStart's name of a text: the action's result.
    headers.set("x-start-type", "1");
    return new Response(UNREAD, { headers });
  }
  // The connection is closed: the server would wait for the rest of a body that does not come.
  const headers: Record<string, string> = status === 413 ? {} : { connection: "close" };
  return errorResponse(request, status, { headers });
}
