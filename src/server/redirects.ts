// How actions end: on a page, with a word about what happened. The same with and without JavaScript.

import "server-only";
import { redirect } from "@solidjs/router";
import { parseCookie, serialize } from "cookie";
import { getRequestEvent } from "solid-js/web";
import { getOrigin, update } from "~/solid-auth";
import appConfig from "../../app.config";
import { localPath } from "../url";
import { authConfig } from "./auth";
import { errorPage } from "./error-page";
import { detailsOf } from "./failures";

/** Long enough for a redirect. */
const NOTICE_MAX_AGE_SECONDS = 60;

/** Of an error that is shown in development: a cookie has to take it. In characters. */
const MAX_DETAILS_LENGTH = 1000;

/** A longer text is not kept to be corrected: the browser would have to send it back in a header. In characters. */
const MAX_TYPED_LENGTH = import.meta.env.DEV ? MAX_DETAILS_LENGTH : 320;

/** What the next page is to say. */
export interface Notice {
  /** Stands for words of the page's. */
  code: string;
  /** What was typed, where it is to be corrected. */
  typed?: string;
  /** What the words are about, such as a sign-in method's name. */
  about?: string;
}

/**
 * @param path on this site
 * @param notice shown there, once
 * @returns the redirect that an action returns. Scripts follow a path; for browsers without, SolidStart would complete it with
 *   the origin of the Host header, which behind a proxy is not ours
 */
export function goTo(path: string, notice?: Notice): Response {
  const { request, isScript, isHttps, origin } = current();
  if (!request) throw new Error("There is no request here.");
  const response = redirect(isScript ? path : origin + path);
  if (!notice) return response;
  const { typed = "", ...rest } = notice;
  const kept = JSON.stringify(typed.length > MAX_TYPED_LENGTH ? rest : notice);
  response.headers.append("set-cookie", noticeCookie(isHttps, kept, NOTICE_MAX_AGE_SECONDS));
  return response;
}

/**
 * What an action ends in that has failed: the page it was called from, and a notice there. Programs get JSON.
 *
 * @param shown what the browser may see of the error
 */
export function returnWithFailure(request: Request, shown: Error): Response {
  if (!isBrowser(request)) return errorPage(request, 500, { details: detailsOf(shown) });
  const details = detailsOf(shown)?.slice(0, MAX_DETAILS_LENGTH);
  return goTo(localPath(request.headers.get("referer") ?? "/"), { code: "failed", typed: details });
}

/** What `forbidden()` ends in where there is no page to show it in its own place. */
export function refuse(request: Request): Response {
  return isBrowser(request) ? goTo(`${appConfig.pages.error}?error=Forbidden`) : errorPage(request, 403);
}

/** A visitor waits for a page: for one that was asked for, after a form, or by way of the router. */
function isBrowser({ headers }: Request): boolean {
  return headers.has("x-server-instance") || Boolean(headers.get("accept")?.includes("text/html"));
}

/** The origin that the application answers under, for links in mails. */
export function originOfRequest(): string {
  return current().origin;
}

/** Makes the session show what has changed about its user. */
export async function showChange(): Promise<void> {
  const { request } = current();
  if (request) await update(request, authConfig);
}

/** The notice that the last action left, which is then gone. */
export function takeNotice(): Notice | null {
  const { request, response, isHttps } = current();
  const value = parseCookie(request?.headers.get("cookie") ?? "")[noticeName(isHttps)];
  if (!value) return null;
  response?.headers.append("set-cookie", noticeCookie(isHttps, "", 0));
  return parseNotice(value);
}

function parseNotice(value: string): Notice | null {
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

function current() {
  const event = getRequestEvent();
  const origin = event ? getOrigin(event.request, authConfig) : "";
  return {
    request: event?.request,
    response: event?.response,
    origin,
    isHttps: origin.startsWith("https:"),
    isScript: event?.request.headers.has("x-server-instance"),
  };
}

const noticeName = (isHttps: boolean) => (isHttps ? "__Host-notice" : "notice");

function noticeCookie(secure: boolean, value: string, maxAge: number): string {
  return serialize(noticeName(secure), value, { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge });
}
