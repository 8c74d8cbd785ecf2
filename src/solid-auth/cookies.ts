// The cookies of the sign-in flows: their names, their attributes, and small sealed ones of our own.

import { decode, encode } from "@auth/core/jwt";
import { parseCookie, parseSetCookie, type SerializeOptions, serialize, stringifyCookie } from "cookie";
import type { ResolvedConfig } from "./resolve";

/** A `Set-Cookie` line. */
export type SetCookie = string;

/**
 * HttpOnly: scripts cannot read the cookies. SameSite=Lax: browsers do not send them with cross-site POSTs. Every CSRF defence here relies
 * on that. A weaker SameSite re-opens CSRF on sign-in and sign-out.
 */
export function cookieOptions(secure: boolean): SerializeOptions {
  return { httpOnly: true, sameSite: "lax", path: "/", secure };
}

/** Names as @auth/core derives them. `secure` says whether cookies travel over https only. */
export function cookieNames(config: ResolvedConfig, secure: boolean) {
  const prefix = secure ? "__Secure-" : "";
  const custom = config.core.cookies;
  return {
    session: custom?.sessionToken?.name ?? `${prefix}authjs.session-token`,
    callbackUrl: custom?.callbackUrl?.name ?? `${prefix}authjs.callback-url`,
    csrf: custom?.csrfToken?.name ?? `${secure ? "__Host-" : ""}authjs.csrf-token`,
    /** Ours: the user who pressed "Connect", and for which provider. */
    linkIntent: `${prefix}authjs.link-intent`,
    /** Ours: the address this browser asked a sign-in link for. */
    mailRequest: `${prefix}authjs.mail-request`,
  };
}

/** The default names of core's cookies, without their prefix. */
const DEFAULT_NAMES = {
  callbackUrl: "authjs.callback-url",
  csrfToken: "authjs.csrf-token",
  pkceCodeVerifier: "authjs.pkce.code_verifier",
  state: "authjs.state",
  nonce: "authjs.nonce",
  webauthnChallenge: "authjs.challenge",
};

/**
 * Checks the configured names. Core takes every cookie whose name begins with the session cookie's for a part of the session.
 *
 * @throws {TypeError} for names with which no form would work
 */
export function checkCookieNames(cookies: ResolvedConfig["core"]["cookies"]): void {
  const session = cookies?.sessionToken?.name;
  if (!session) return;
  for (const [cookie, fallback] of Object.entries(DEFAULT_NAMES)) {
    const name = cookies?.[cookie as keyof typeof DEFAULT_NAMES]?.name ?? fallback;
    if (name.startsWith(session))
      throw new TypeError(
        `The session cookie's name "${session}" is the beginning of another cookie's, "${name}". Rename one.`,
      );
  }
}

/** Whether a cookie is the session cookie or one of its chunks (`name.0`, `name.1`). */
export function isSessionCookie(name: string, sessionName: string): boolean {
  return (
    name === sessionName || (name.startsWith(`${sessionName}.`) && /^\d+$/.test(name.slice(sessionName.length + 1)))
  );
}

/**
 * @param configured attributes that the application configured for the cookie
 * @returns the line that removes a cookie
 */
export function expireCookie(name: string, secure: boolean, configured?: SerializeOptions): SetCookie {
  return serialize(name, "", { ...cookieOptions(secure), ...configured, maxAge: 0 });
}

/** Encrypts a small payload into a cookie, which only `openCookie` can open, and only for `maxAge` seconds. */
export async function sealCookie(
  config: ResolvedConfig,
  name: string,
  payload: Record<string, string>,
  { maxAge, secure }: { maxAge: number; secure: boolean },
): Promise<SetCookie> {
  const value = await encode({ token: payload, secret: config.secrets, salt: name, maxAge });
  return serialize(name, value, { ...cookieOptions(secure), maxAge });
}

/** @returns the payload, or null for a cookie that is absent, altered, expired or not ours */
export async function openCookie(
  config: ResolvedConfig,
  name: string,
  value: string | undefined,
): Promise<Record<string, unknown> | null> {
  if (!value) return null;
  return decode({ token: value, secret: config.secrets, salt: name }).catch(() => null);
}

const changed = new WeakMap<Request, string>();

/** The cookies of a request, with the changes that its answer has made so far. */
export function cookieHeader(request: Request): string {
  return changed.get(request) ?? request.headers.get("cookie") ?? "";
}

/** Lets later readers of the same request see the cookies that its answer sets. Otherwise they would set the old ones again. */
export function changeCookies(request: Request, lines: SetCookie[]): void {
  const cookies = parseCookie(cookieHeader(request));
  for (const line of lines) {
    const { name, value } = parseSetCookie(line);
    cookies[name] = isExpired(line) ? undefined : value;
  }
  changed.set(request, stringifyCookie(cookies));
}

/** Whether a line removes its cookie. */
export function isExpired(line: SetCookie): boolean {
  const { maxAge, expires } = parseSetCookie(line);
  return maxAge === 0 || (expires !== undefined && expires.valueOf() <= Date.now());
}

/** The name in a `Set-Cookie` line. */
export function nameOf(setCookie: SetCookie): string {
  return setCookie.slice(0, setCookie.indexOf("="));
}
