// How actions end: on a page, with a word about what happened. The same with and without JavaScript.

import "server-only";
import { redirect } from "@solidjs/router";
import { parseCookie, serialize } from "cookie";
import { getRequestEvent } from "solid-js/web";
import { getOrigin, update } from "~/solid-auth";
import { authConfig } from "./auth";

/** Long enough for a redirect. */
const NOTICE_MAX_AGE_SECONDS = 60;

/** What the next page is to say. */
export interface Notice {
  /** Stands for words of the page's. */
  code: string;
  /** What was typed, where it is to be corrected. */
  typed?: string;
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
  if (notice)
    response.headers.append("set-cookie", noticeCookie(isHttps, JSON.stringify(notice), NOTICE_MAX_AGE_SECONDS));
  return response;
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
    const { code, typed } = JSON.parse(value);
    return typeof code === "string" ? { code, typed: typeof typed === "string" ? typed : undefined } : null;
  } catch {
    return null;
  }
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
