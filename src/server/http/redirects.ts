// Actions end in a redirect to a page that shows a notice. It works with and without JavaScript.

import "server-only";
import { redirect } from "@solidjs/router";
import type { NoticeCode } from "~/messages/notices";

import { localPath } from "../../lib/url";
import { auth } from "../auth/config";
import { detailsOf } from "../errors/failures";
import { errorPage } from "../errors/page";
import { clientKind } from "./client-kind";
import { leaveNotice, MAX_DETAILS_LENGTH, type Notice } from "./notice";
import { currentRequest, requestContext } from "./request-context";

/**
 * @param path on this site
 * @returns the redirect that an action returns. The router follows a path. For browsers without JavaScript it includes
 *   the origin: SolidStart would add the origin of the Host header, which can be wrong behind a proxy
 */
export function redirectTo(path: string): Response {
  return redirect(clientKind(currentRequest()) === "router" ? path : requestContext().origin + path);
}

/**
 * @param path on this site
 * @param code the notice that the page shows once
 * @param details the subject of the notice, or the field that it is about and the user's input
 */
export function redirectWithNotice(path: string, code: NoticeCode, details?: Omit<Notice, "code">): Response {
  leaveNotice(code, details);
  return redirectTo(path);
}

/**
 * The response to a failed action: a redirect to the page it was called from, with a notice. Other clients get JSON.
 *
 * @param shown the error that the browser may see
 */
export function redirectWithFailure(request: Request, shown: Error): Response {
  if (clientKind(request) === "other") return errorPage(request, 500, { details: detailsOf(shown) });
  const details = detailsOf(shown)?.slice(0, MAX_DETAILS_LENGTH);
  return redirectWithNotice(localPath(request.headers.get("referer") ?? "/"), "failed", { typed: details });
}

/** The response to `forbidden()` if no page can show it. */
export function respondForbidden(request: Request): Response {
  return clientKind(request) === "other" ? errorPage(request, 403) : redirectTo("/error?error=Forbidden");
}

/** Updates the session with the changed data of its user. */
export async function refreshSession(): Promise<void> {
  await auth.update(currentRequest());
}
