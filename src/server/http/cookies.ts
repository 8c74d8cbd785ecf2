// The application's own small cookies: preferences and flash messages. None grants access. The session's cookies are Auth.js's.

import "server-only";
import { serialize } from "cookie";
import { getRequestEvent } from "solid-js/web";
import { requestContext } from "./request-context";

const MINUTE_SECONDS = 60;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Their names on http, and how long they live. On https each has the prefix `__Host-`: a sibling subdomain cannot set it. */
const MAX_AGE_SECONDS = {
  theme: YEAR_SECONDS,
  /** The method of this browser's last sign-in. */
  "last-method": YEAR_SECONDS,
  /** The outcome of an action, for the next page. */
  notice: MINUTE_SECONDS,
  /** The protected page that a visitor was sent away from, for the page that says so. */
  "return-to": 5 * MINUTE_SECONDS,
  /** An address that no mail could be sent to, so that it need not be typed again. */
  "typed-address": MINUTE_SECONDS,
  /** A sign-in mail was sent again. */
  "sent-again": MINUTE_SECONDS,
};

export type CookieName = keyof typeof MAX_AGE_SECONDS;

/** Sets a cookie with the response to the current request. */
export function setCookie(name: CookieName, value: string): void {
  writeCookie(name, value, MAX_AGE_SECONDS[name]);
}

export function deleteCookie(name: CookieName): void {
  writeCookie(name, "", 0);
}

/** @returns what the browser sent; anything may stand there */
export function readCookie(name: CookieName): string | undefined {
  const { cookies, isHttps } = requestContext();
  return cookies[cookieName(name, isHttps)];
}

/** Reads a cookie and deletes it: for what is shown once. */
export function readFlash(name: CookieName): string | undefined {
  const value = readCookie(name);
  if (value !== undefined) deleteCookie(name);
  return value;
}

export function cookieName(name: CookieName, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

function writeCookie(name: CookieName, value: string, maxAge: number): void {
  const { isHttps } = requestContext();
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps, maxAge } as const;
  getRequestEvent()?.response.headers.append("set-cookie", serialize(cookieName(name, isHttps), value, options));
}
