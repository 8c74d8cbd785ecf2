// The cookies of the sign-in flows: their names, their attributes, and small sealed ones of our own.

import { decode, encode } from "@auth/core/jwt";
import { type SerializeOptions, serialize } from "cookie";
import type { ResolvedConfig } from "./resolve";

/** A `Set-Cookie` line. */
export type SetCookie = string;

/**
 * HttpOnly keeps scripts away from them. SameSite=Lax keeps them off cross-site POSTs, which every CSRF defence here builds
 * on: loosening it re-opens CSRF on sign-in and sign-out.
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

/** Whether a cookie is the session cookie or one of its chunks (`name.0`, `name.1`). */
export function isSessionCookie(name: string, sessionName: string): boolean {
  return (
    name === sessionName || (name.startsWith(`${sessionName}.`) && /^\d+$/.test(name.slice(sessionName.length + 1)))
  );
}

/** @returns the line that removes one of our own cookies */
export function expireCookie(name: string, secure: boolean): SetCookie {
  return serialize(name, "", { ...cookieOptions(secure), maxAge: 0 });
}

/** @returns the line that removes the session cookie or a chunk of it, with the attributes it was configured with */
export function expireSessionCookie(config: ResolvedConfig, name: string, secure: boolean): SetCookie {
  return serialize(name, "", { ...cookieOptions(secure), ...config.core.cookies?.sessionToken?.options, maxAge: 0 });
}

/** Encrypts a small payload into a cookie that its reader alone can open, and only until `maxAge` seconds have passed. */
export async function sealCookie(
  config: ResolvedConfig,
  name: string,
  payload: Record<string, string>,
  { maxAge, secure }: { maxAge: number; secure: boolean },
): Promise<SetCookie> {
  const value = await encode({ token: payload, secret: config.secrets, salt: name, maxAge });
  return serialize(name, value, { ...cookieOptions(secure), maxAge });
}

/** @returns the payload, or null for a cookie that is absent, foreign, altered or expired */
export async function openCookie(
  config: ResolvedConfig,
  name: string,
  value: string | undefined,
): Promise<Record<string, unknown> | null> {
  if (!value) return null;
  return decode({ token: value, secret: config.secrets, salt: name }).catch(() => null);
}

/** The name in a `Set-Cookie` line. */
export function nameOf(setCookie: SetCookie): string {
  return setCookie.slice(0, setCookie.indexOf("="));
}
