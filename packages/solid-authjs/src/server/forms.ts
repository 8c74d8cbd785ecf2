// The CSRF token, the pending mail link and the callback URL, for pages with sign-in forms.

import { stringifySetCookie } from "cookie";
import { callbackUrlCookie, cookieOptions, unseal } from "../cookies.ts";
import { maskToken, readCsrfToken } from "../csrf.ts";
import { canonicalOrigin, cookiesOf, normalizeCallbackUrl } from "../request.ts";
import { resolveConfig } from "../resolve.ts";
import { sha256 } from "../sha256.ts";
import type { ReaderOptions } from "../types.ts";
import { sendCookies } from "./inner-request.ts";

/**
 * The value that a form on a server-rendered page sends back as `csrfToken`: the token, spelt differently on each call.
 * The response that the framework is building sets the cookie of a new token, so forms work on a first visit and
 * without JavaScript.
 */
export function getCsrfToken(request: Request, options: ReaderOptions): string {
  const config = resolveConfig(options);
  const { secure, names, cookies } = cookiesOf(request, config);
  const { token, cookie } = readCsrfToken(config, cookies[names.csrf]);
  if (cookie) {
    const line = stringifySetCookie({
      name: names.csrf,
      value: cookie,
      ...cookieOptions(secure),
      ...config.core.cookies?.csrfToken?.options,
    });
    sendCookies(request, config, [line]);
  }
  return token && maskToken(token);
}

/**
 * @returns the address for which this browser last requested a sign-in link, until the link expires; null in every
 *   other browser
 */
export async function getPendingEmail(request: Request, options: ReaderOptions): Promise<string | null> {
  return (await getPendingLink(request, options))?.email ?? null;
}

export interface PendingLink {
  /** Normalised. */
  email: string;
  /**
   * The values that the adapter may have stored for the link's token: its SHA-256 with each secret, in hex. Empty
   * without `codes`, because the browser then does not keep the token. The adapter no longer stores a used link.
   */
  storedTokens: string[];
}

/** @returns the sign-in link that this browser last requested, until it expires or is used here; else null */
export async function getPendingLink(request: Request, options: ReaderOptions): Promise<PendingLink | null> {
  const config = resolveConfig(options);
  const { names, cookies } = cookiesOf(request, config);
  const { email, token } = (await unseal(config, names.pendingEmail, cookies[names.pendingEmail])) ?? {};
  if (typeof email !== "string") return null;
  const ofProviders = config.providers.flatMap((provider) => (provider as { secret?: string }).secret ?? []);
  const secrets = typeof token === "string" ? [...config.secrets, ...ofProviders] : [];
  return { email, storedTokens: secrets.map((secret) => sha256(`${token}${secret}`)) };
}

/**
 * Makes the next sign-in lead to a page. Core keeps the page in a cookie.
 *
 * @param path with its query, on this origin
 * @param maxAge how long the cookie lives, in seconds, if no sign-in begins until then. Without it, the cookie lives
 *   until the browser closes
 * @returns the `Set-Cookie` line; undefined for a text that is not a path, or is too long for a cookie
 */
export function rememberCallbackUrl(
  request: Request,
  options: ReaderOptions,
  path: string,
  maxAge?: number,
): string | undefined {
  const config = resolveConfig(options);
  const origin = canonicalOrigin(request, config);
  // The two are joined as text, because two slashes at the beginning name a host.
  const url = path.startsWith("/") ? normalizeCallbackUrl(origin + path, origin) : undefined;
  return url && callbackUrlCookie(config, cookiesOf(request, config), url, maxAge);
}
