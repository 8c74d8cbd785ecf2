// The cookies of the sign-in flows: their names, their attributes, and the layer's own small sealed cookies.

import type { AuthConfig } from "@auth/core";
import { decode, encode } from "@auth/core/jwt";
import { parseCookie, parseSetCookie, type SerializeOptions, stringifyCookie, stringifySetCookie } from "cookie";
import type { CookieContext, CookieNames, FlowContext, RequestCookies } from "./context.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import { sha256 } from "./sha256.ts";

/**
 * HttpOnly: scripts cannot read the cookies. SameSite=Lax: browsers do not send them with cross-site POSTs. Every CSRF
 * defence here relies on SameSite=Lax. A weaker SameSite re-opens CSRF on sign-in and sign-out.
 */
export function cookieOptions(secure: boolean): SerializeOptions {
  return { httpOnly: true, sameSite: "lax", path: "/", secure };
}

/**
 * Names as @auth/core derives them. `secure` says whether cookies travel over https only. Cookies that the layer seals
 * and relies on have a prefix with which no sibling subdomain can set them.
 */
export function cookieNames(custom: AuthConfig["cookies"], secure: boolean): CookieNames {
  const prefix = secure ? "__Secure-" : "";
  const ofHost = secure ? "__Host-" : "";
  return {
    session: custom?.sessionToken?.name ?? `${prefix}authjs.session-token`,
    callbackUrl: custom?.callbackUrl?.name ?? `${prefix}authjs.callback-url`,
    csrf: custom?.csrfToken?.name ?? `${ofHost}authjs.csrf-token`,
    challenge: custom?.webauthnChallenge?.name ?? `${prefix}authjs.challenge`,
    linkIntent: `${ofHost}authjs.link-intent`,
    pendingEmail: `${ofHost}authjs.mail-request`,
    signInStart: `${ofHost}authjs.sign-in-start`,
    signedInAt: `${prefix}authjs.signed-in-at`,
    boundSession: `${ofHost}authjs.bound-session`,
  };
}

/**
 * Names for an application's cookies that no other application on the same host uses: browsers keep the cookies of
 * localhost for all ports. They are for development: without https they have no prefix.
 *
 * @param secret the application's secret
 * @returns `cookies` for the configuration
 */
export function ownCookieNames(secret: string): NonNullable<AuthConfig["cookies"]> {
  const own = `authjs-${sha256(`cookies of ${secret}`).slice(0, OWN_LENGTH)}`;
  const names = { ...FLOW_COOKIES, ...SESSION_COOKIES };
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, { name: name.replace("authjs", own) }]));
}

/** How many digits of the hash a name contains. That is enough because few applications share a host. */
const OWN_LENGTH = 6;

/** The cookies of the session and of forms, with their default names without the prefix. */
const SESSION_COOKIES = {
  sessionToken: "authjs.session-token",
  callbackUrl: "authjs.callback-url",
  csrfToken: "authjs.csrf-token",
  webauthnChallenge: "authjs.challenge",
} as const;

/** Core's cookies for a provider's checks, by their keys in the configuration, and their default names. */
const FLOW_COOKIES = {
  pkceCodeVerifier: "authjs.pkce.code_verifier",
  state: "authjs.state",
  nonce: "authjs.nonce",
} as const;

/** The cookies in which core keeps a provider's checks, by their names in the provider's `checks`. */
const CHECK_COOKIES: Record<string, keyof typeof FLOW_COOKIES> = {
  pkce: "pkceCodeVerifier",
  state: "state",
  nonce: "nonce",
};

/** @returns the names of core's cookies with these checks */
export function checkNames(custom: AuthConfig["cookies"], secure: boolean, checks: string[]): string[] {
  const prefix = secure ? "__Secure-" : "";
  const keys = checks.flatMap((check) => CHECK_COOKIES[check] ?? []);
  return keys.map((key) => custom?.[key]?.name ?? `${prefix}${FLOW_COOKIES[key]}`);
}

/**
 * Whether a cookie is the session cookie or one of its ten chunks (`name.0` to `name.9`). Ten chunks hold 38 kB, more
 * than servers accept in headers. Without a limit, forged chunks take more headers to clear than proxies pass on.
 */
export function isSessionCookie(name: string, sessionName: string): boolean {
  return name.startsWith(sessionName) && /^(\.\d)?$/.test(name.slice(sessionName.length));
}

/** Removes a cookie that the browser sent. */
export function expireCookie({ config, request, setCookies }: CookieContext, name: string): void {
  const configured = isSessionCookie(name, request.names.session) && config.core.cookies?.sessionToken?.options;
  setCookies.push(stringifySetCookie({ name, value: "", ...cookieOptions(request.secure), ...configured, maxAge: 0 }));
}

/** The line that sets the cookie of a database session. */
export function sessionCookie({ config, request }: Omit<CookieContext, "setCookies">, token: string, expires: Date) {
  const attributes = { ...cookieOptions(request.secure), ...config.core.cookies?.sessionToken?.options, expires };
  return stringifySetCookie({ name: request.names.session, value: token, ...attributes });
}

/** @param maxAge in seconds. Without it, the browser keeps the cookie until it closes */
export function callbackUrlCookie(
  { core }: ResolvedConfig,
  { names, secure }: Pick<RequestCookies, "names" | "secure">,
  value: string,
  maxAge?: number,
): string {
  const attributes = { ...cookieOptions(secure), ...core.cookies?.callbackUrl?.options, maxAge };
  return stringifySetCookie({ name: names.callbackUrl, value, ...attributes });
}

/** Changes the `Set-Cookie` lines of an answer. If `change` returns nothing, the line is removed. */
export function changeSetCookies(headers: Headers, change: (line: string, name: string) => string | undefined): void {
  const lines = headers.getSetCookie().map((line) => change(line, nameInLine(line)));
  headers.delete("set-cookie");
  for (const line of lines) if (line) headers.append("set-cookie", line);
}

/** Sets a cookie with a small encrypted payload, which only `unseal` opens, and only for `maxAge` seconds. */
export async function sealCookie(context: FlowContext, name: string, token: Record<string, string>, maxAge: number) {
  const { config, request, setCookies } = context;
  const value = await seal(config, name, token, maxAge);
  setCookies.push(stringifySetCookie({ name, value, ...cookieOptions(request.secure), maxAge }));
}

/**
 * @param purpose the value's purpose: the value opens for no other purpose
 * @param maxAge in seconds
 * @returns an encrypted text, which `unseal` opens until `maxAge` is over
 */
export async function seal(config: ResolvedConfig, purpose: string, token: Record<string, string>, maxAge: number) {
  return encode({ token, secret: config.secrets, salt: purpose, maxAge });
}

/**
 * @param purpose the cookie's name, or the purpose for which the value was sealed
 * @returns the payload, or null for a value that is absent, altered, expired or not ours
 */
export async function unseal(
  config: ResolvedConfig,
  purpose: string,
  value: string | undefined,
): Promise<Record<string, unknown> | null> {
  if (!value) return null;
  return decode({ token: value, secret: config.secrets, salt: purpose }).catch(() => null);
}

const changed = new WeakMap<Request, string>();

/** The cookies of a request, with the changes by its answer so far. */
export function cookieHeader(request: Request): string {
  return changed.get(request) ?? request.headers.get("cookie") ?? "";
}

const parsed = new WeakMap<Request, { header: string; cookies: Record<string, string | undefined> }>();

/**
 * The cookies of a request by their names, with the changes by its answer so far. The header is parsed once for all
 * readers of a request, and each gets a copy.
 */
export function requestCookies(request: Request): Record<string, string | undefined> {
  const header = cookieHeader(request);
  let known = parsed.get(request);
  if (known?.header !== header) {
    known = { header, cookies: parseCookie(header) };
    parsed.set(request, known);
  }
  return { ...known.cookies };
}

/** Names of cookies that can be in a header. Another program on the same host can have set other names. */
const COOKIE_NAME = /^[!-:<>-~]+$/;

/** A `Cookie` header. */
export function toCookieHeader(cookies: Record<string, string | undefined>): string {
  return stringifyCookie(Object.fromEntries(Object.entries(cookies).filter(([name]) => COOKIE_NAME.test(name))));
}

/**
 * Lets later readers of the same request see the cookies that its answer sets. Otherwise, later readers set the old
 * cookies again.
 */
export function changeCookies(request: Request, lines: string[]): void {
  const cookies = requestCookies(request);
  for (const line of lines) {
    const { name, value } = parseSetCookie(line);
    cookies[name] = isExpired(line) ? undefined : value;
  }
  changed.set(request, toCookieHeader(cookies));
}

/** Whether a line removes its cookie. */
export function isExpired(line: string): boolean {
  const { maxAge, expires } = parseSetCookie(line);
  return maxAge === 0 || (expires !== undefined && expires.valueOf() <= Date.now());
}

/** The name in a `Set-Cookie` line. */
export function nameInLine(setCookie: string): string {
  return setCookie.slice(0, setCookie.indexOf("="));
}
