// The redirects at the end of actions, to a page that shows a notice. They work with and without JavaScript.

import "server-only";
import { redirect } from "@solidjs/router";
import type { NoticeCode } from "~/messages/notices";
import { clientKind } from "./client-kind";
import { leaveNotice } from "./notice";
import { requestContext } from "./request-context";

/**
 * @param path a path on this site, with any letters
 * @returns the redirect that an action returns. The router follows a path. For browsers without JavaScript the redirect
 *   includes the origin: otherwise, SolidStart adds the origin of the Host header, which can be wrong behind a proxy
 */
export function redirectTo(path: string): Response {
  const { origin } = requestContext();
  const { href } = new URL(path, origin);
  return redirect(clientKind(requestContext().request()) === "router" ? href.slice(origin.length) : href);
}

/**
 * @param path on this site
 * @param code the code of the notice that the page shows once
 * @param about as for {@link leaveNotice}
 */
export function redirectWithNotice(path: string, code: NoticeCode, about?: string): Response {
  leaveNotice(code, about);
  return redirectTo(path);
}
