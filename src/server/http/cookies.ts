// The application's own cookies: preferences and flash messages. None grants access. Auth.js sets the session cookies.

import "server-only";
import { stringifySetCookie } from "cookie";
import { requestEvent } from "~/server/request-event";
import { type RequestContext, requestContext } from "./request-context";

const MINUTE_SECONDS = 60;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The cookies' names on http and their lifetimes. On https each name has the prefix `__Host-`, so a sibling subdomain
 * cannot set the cookie.
 */
const MAX_AGE_SECONDS = {
  theme: YEAR_SECONDS,
  /** The method of this browser's last sign-in. */
  "last-method": YEAR_SECONDS,
  /** The users who have signed in with this browser, as hashes: see src/server/auth/new-browser.ts. */
  "known-browser": YEAR_SECONDS,
  /** The message about an action, for the next page. */
  notice: MINUTE_SECONDS,
  /** The protected page from which the guard redirected, for the notice on the next page. */
  "return-to": 5 * MINUTE_SECONDS,
  /** The address of a failed sign-in mail, so that the user need not type it again. */
  "typed-email": MINUTE_SECONDS,
  /** Whether the browser was redirected to AUTH_URL's origin. */
  "led-here": MINUTE_SECONDS,
  /** Whether a sign-in mail was sent again. */
  "sent-again": MINUTE_SECONDS,
};

export type CookieName = keyof typeof MAX_AGE_SECONDS;

/** @returns how long the browser keeps a cookie, in seconds */
export const maxAgeOf = (name: CookieName): number => MAX_AGE_SECONDS[name];

/** Sets a cookie with the response to the current request. */
export function setCookie(name: CookieName, value: string): void {
  writeCookie(name, value, MAX_AGE_SECONDS[name]);
}

export function deleteCookie(name: CookieName): void {
  writeCookie(name, "", 0);
}

/**
 * @param context the request's context, if the caller has it
 * @returns the value that the browser sent, which may be any text; or the value that this request has set
 */
export function readCookie(name: CookieName, { cookies, isHttps }: RequestContext = requestContext()) {
  return cookies[cookieName(name, isHttps)];
}

/**
 * Reads a flash cookie and deletes it. If no visitor sees the answer, the cookie stays for an answer that a visitor
 * sees.
 */
export function readFlash(name: CookieName, context: RequestContext = requestContext()): string | undefined {
  const value = context.isSeen ? readCookie(name, context) : undefined;
  if (value !== undefined) deleteCookie(name);
  return value;
}

/** Reads a flash cookie only while a whole page loads. Other calls leave the cookie for that page. */
export function readPageFlash(name: CookieName, context: RequestContext = requestContext()): string | undefined {
  return context.isPage ? readFlash(name, context) : undefined;
}

/** A header says that a browser fetches a page in advance. The visitor may never open that page. */
export function isSeen({ method, headers }: Request): boolean {
  return method !== "HEAD" && !["sec-purpose", "purpose", "x-moz"].some((name) => headers.has(name));
}

export function cookieName(name: CookieName, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

function writeCookie(name: CookieName, value: string, maxAge: number): void {
  const { cookies, isHttps } = requestContext();
  cookies[cookieName(name, isHttps)] = maxAge > 0 ? value : undefined;
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps, maxAge } as const;
  const line = stringifySetCookie({ name: cookieName(name, isHttps), value, ...options });
  requestEvent()?.response.headers.append("set-cookie", line);
}
