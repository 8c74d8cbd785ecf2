// The page from which a request comes.

import "server-only";
import { originOf } from "~/lib/forms";
import { localPath } from "~/lib/url";
import { requestContext } from "./request-context";

/** @returns the path of the page whose link led here; "/" if that page is on another site */
export function pathCameFrom({ headers }: Request): string {
  const referer = headers.get("referer") ?? "";
  const path = referer.startsWith(`${requestContext().origin}/`) ? localPath(referer) : "/";
  return path === "/sign-out" ? "/" : pageOrHome(path);
}

/** @returns the page with a form, by the form's own field, or by the Referer */
export function pageOfForm(request: Request, form: unknown): string {
  return pageOrHome(localPath(originOf(form)?.page ?? pathCameFrom(request)));
}

/** A page that answers a form has the address of the form's action. */
const pageOrHome = (path: string) => (/^\/(?:api\/|_server)/.test(path) ? "/" : path);
