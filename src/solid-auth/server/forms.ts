// The CSRF token, the pending mail link and the callback URL, for pages with sign-in forms.

import { skipCSRFCheck } from "@auth/core";
import { serialize } from "cookie";
import { cookieOptions, nameOf, openCookie } from "../cookies";
import { canonicalUrl, cookiesOf } from "../request";
import { type ResolvedConfig, resolveConfig } from "../resolve";
import type { ReaderOptions } from "../types";
import { perRequest, readFromHandler, sendCookies } from "./inner-request";

const csrfTokens = perRequest(readCsrfToken);

/**
 * The token that a form on a server-rendered page sends back as `csrfToken`. A new token's cookie goes out with that same
 * response, so forms work on a first visit and without JavaScript.
 */
export function getCsrfToken(request: Request, options: ReaderOptions): Promise<string> {
  return csrfTokens.read(request, options);
}

async function readCsrfToken(request: Request, config: ResolvedConfig): Promise<string> {
  if (config.core.skipCSRFCheck === skipCSRFCheck) return "";
  const { names } = cookiesOf(request, config);
  const { response } = await readFromHandler(request, config, "csrf");
  sendCookies(response.headers.getSetCookie().filter((line) => nameOf(line) === names.csrf));
  const { csrfToken }: { csrfToken: string } = await response.json();
  return csrfToken;
}

/** @returns the address that this browser last asked a sign-in link for, until the link expires; null in every other browser */
export async function getMailRequest(request: Request, options: ReaderOptions): Promise<string | null> {
  const config = resolveConfig(options);
  const { names, cookies } = cookiesOf(request, config);
  const opened = await openCookie(config, names.mailRequest, cookies[names.mailRequest]);
  return typeof opened?.email === "string" ? opened.email : null;
}

/**
 * Makes the next sign-in lead to a page. Core keeps that in a cookie.
 *
 * @param path with its query, on this origin
 * @returns the `Set-Cookie` line
 */
export function rememberCallbackUrl(request: Request, options: ReaderOptions, path: string): string {
  const config = resolveConfig(options);
  const { names, secure } = cookiesOf(request, config);
  const attributes = { ...cookieOptions(secure), ...config.core.cookies?.callbackUrl?.options };
  return serialize(names.callbackUrl, canonicalUrl(request, config).origin + path, attributes);
}
