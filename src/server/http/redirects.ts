// How actions end: on a page, with a notice about what happened. The same with and without JavaScript.

import "server-only";
import { redirect } from "@solidjs/router";
import type { NoticeCode } from "~/messages/notices";

import appConfig from "../../../app.config";
import { localPath } from "../../lib/url";
import { auth } from "../auth/config";
import { readFlash, setCookie } from "./cookies";
import { errorPage } from "./error-page";
import { detailsOf } from "./failures";
import { currentRequest, requestContext } from "./request-context";

/** Of an error that is shown in development: a cookie has to take it. In characters. */
const MAX_DETAILS_LENGTH = 1000;

/** A longer text is not kept to be corrected: the browser would have to send it back in a header. In characters. */
const MAX_TYPED_LENGTH = import.meta.env.DEV ? MAX_DETAILS_LENGTH : 320;

/** What the next page is to say. */
export interface Notice {
  /** Stands for words: see src/messages/notices.ts. */
  code: string;
  /** What was typed, where it is to be corrected. */
  typed?: string;
  /** What the words are about, such as a sign-in method's name. */
  about?: string;
}

/**
 * @param path on this site
 * @returns the redirect that an action returns. Scripts follow a path; for browsers without, SolidStart would complete it with
 *   the origin of the Host header, which behind a proxy is not ours
 */
export function redirectTo(path: string): Response {
  const isScript = currentRequest().headers.has("x-server-instance");
  return redirect(isScript ? path : requestContext().origin + path);
}

/**
 * @param path on this site
 * @param code the notice that the page shows, once
 * @param details what the notice is about, and what was typed
 */
export function redirectWithNotice(path: string, code: NoticeCode, details: Omit<Notice, "code"> = {}): Response {
  const { typed = "", ...rest } = details;
  setCookie("notice", JSON.stringify({ code, ...(typed.length > MAX_TYPED_LENGTH ? rest : details) }));
  return redirectTo(path);
}

/**
 * What a failed action ends in: the page it was called from, and a notice there. Programs get JSON.
 *
 * @param shown what the browser may see of the error
 */
export function redirectWithFailure(request: Request, shown: Error): Response {
  if (!isBrowser(request)) return errorPage(request, 500, { details: detailsOf(shown) });
  const details = detailsOf(shown)?.slice(0, MAX_DETAILS_LENGTH);
  return redirectWithNotice(localPath(request.headers.get("referer") ?? "/"), "failed", { typed: details });
}

/** What `forbidden()` ends in where no page can show it. */
export function refuse(request: Request): Response {
  return isBrowser(request) ? redirectTo(`${appConfig.pages.error}?error=Forbidden`) : errorPage(request, 403);
}

/** True where a page is waited for: one that was asked for, after a form, or by way of the router. */
function isBrowser({ headers }: Request): boolean {
  return headers.has("x-server-instance") || Boolean(headers.get("accept")?.includes("text/html"));
}

/** Makes the session show what has changed about its user. */
export async function refreshSession(): Promise<void> {
  await auth.update(currentRequest());
}

/** The notice that the last action left. It is shown once. */
export function readNotice(): Notice | null {
  const value = readFlash("notice");
  if (!value) return null;
  try {
    const { code, typed, about } = JSON.parse(value);
    return typeof code === "string" ? { code, typed: textOrNone(typed), about: textOrNone(about) } : null;
  } catch {
    return null;
  }
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
