// Small things that a browser keeps for the pages, in cookies of its own that open nothing. The session's cookies are Auth.js's.

import "server-only";
import { parseCookie, serialize } from "cookie";
import { getRequestEvent } from "solid-js/web";
import { THEME_COOKIE } from "~/theme";

const MINUTE_SECONDS = 60;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Their names on http, and how long they are kept. On https each has the prefix `__Host-`: no other host can set it. */
const MAX_AGE_SECONDS = {
  [THEME_COOKIE]: YEAR_SECONDS,
  /** How this browser signed in last. */
  "last-method": YEAR_SECONDS,
  /** What was typed into a form that could not be carried out, so that it need not be typed again. */
  "typed-address": MINUTE_SECONDS,
  /** That a mail was not the first. */
  "sent-again": MINUTE_SECONDS,
};

export type BrowserCookie = keyof typeof MAX_AGE_SECONDS;

/** Has the browser keep a value, with the response to the request that is being answered. */
export function keepInBrowser(name: BrowserCookie, value: string): void {
  setCookie(name, value, MAX_AGE_SECONDS[name]);
}

/** Has the browser forget a value. */
export function forgetInBrowser(name: BrowserCookie): void {
  setCookie(name, "", 0);
}

/** @returns what the browser has kept; anything may stand there */
export function keptInBrowser(name: BrowserCookie): string | undefined {
  const header = getRequestEvent()?.request.headers.get("cookie") ?? "";
  return parseCookie(header)[fullName(name)];
}

/** The same, to be told once. */
export function takeFromBrowser(name: BrowserCookie): string | undefined {
  const value = keptInBrowser(name);
  if (value !== undefined) forgetInBrowser(name);
  return value;
}

function setCookie(name: BrowserCookie, value: string, maxAge: number): void {
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps(), maxAge } as const;
  getRequestEvent()?.response.headers.append("set-cookie", serialize(fullName(name), value, options));
}

function fullName(name: BrowserCookie): string {
  return isHttps() ? `__Host-${name}` : name;
}

/** src/middleware.ts finds out. */
function isHttps(): boolean {
  return getRequestEvent()?.locals.isHttps === true;
}
