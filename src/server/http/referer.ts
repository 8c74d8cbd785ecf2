import "server-only";
import { localPath } from "../../lib/url";
import { requestContext } from "./request-context";

/** @returns the path of the page whose link led to this one; "/" if it was none of this site */
export function pathCameFrom({ headers }: Request): string {
  const referer = headers.get("referer") ?? "";
  const path = referer.startsWith(`${requestContext().origin}/`) ? localPath(referer) : "/";
  // A page that is the answer to a form has the address of its action.
  return /^\/(?:sign-out$|_server)/.test(path) ? "/" : path;
}
