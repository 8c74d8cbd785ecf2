// Actions end in a redirect to a page that shows a notice. It works with and without JavaScript.

import "server-only";
import { redirect } from "@solidjs/router";
import type { NoticeCode } from "~/messages/notices";

import { localPath } from "../../lib/url";
import { auth } from "../auth/config";
import { detailsOf } from "../errors/failures";
import { errorPage } from "../errors/page";
import { leaveNotice, MAX_DETAILS_LENGTH, type Notice } from "./notice";
import { currentRequest, requestContext } from "./request-context";

/**
 * @param path on this site
 * @returns the redirect that an action returns. Scripts follow a path. For browsers without JavaScript it includes the
 *   origin: SolidStart would add the origin of the Host header, which can be wrong behind a proxy
 */
export function redirectTo(path: string): Response {
  const isScript = currentRequest().headers.has("x-server-instance");
  return redirect(isScript ? path : requestContext().origin + path);
}

/**
 * @param path on this site
 * @param code the notice that the page shows once
 * @param details the subject of the notice, and the user's input
 */
export function redirectWithNotice(
  path: string,
  code: NoticeCode,
  details: Pick<Notice, "typed" | "about"> = {},
): Response {
  leaveNotice(code, { ...details, page: new URL(path, requestContext().origin).pathname });
  return redirectTo(path);
}

/**
 * The response to a failed action: a redirect to the page it was called from, with a notice. Other clients get JSON.
 *
 * @param shown the error that the browser may see
 */
export function redirectWithFailure(request: Request, shown: Error): Response {
  if (!isBrowser(request)) return errorPage(request, 500, { details: detailsOf(shown) });
  const details = detailsOf(shown)?.slice(0, MAX_DETAILS_LENGTH);
  return redirectWithNotice(localPath(request.headers.get("referer") ?? "/"), "failed", { typed: details });
}

/** The response to `forbidden()` if no page can show it. */
export function respondForbidden(request: Request): Response {
  return isBrowser(request) ? redirectTo(`/error?error=Forbidden`) : errorPage(request, 403);
}

/** Whether the client expects a page: after a navigation, a form, or a call by the router. */
function isBrowser({ headers }: Request): boolean {
  return headers.has("x-server-instance") || Boolean(headers.get("accept")?.includes("text/html"));
}

/** Updates the session with the changed data of its user. */
export async function refreshSession(): Promise<void> {
  await auth.update(currentRequest());
}
