import "server-only";
import { localPath } from "../../lib/url";
import { requestContext } from "./request-context";

/** @returns the path of the page whose link led to this one; "/" if it was none of this site */
export function pathCameFrom({ headers }: Request): string {
  const referer = headers.get("referer") ?? "";
  const path = referer.startsWith(`${requestContext().origin}/`) ? localPath(referer) : "/";
  return path === "/sign-out" ? "/" : path;
}
