// The absolute lifetime of a session. @auth/core knows only the idle lifetime, which each visit extends.

import type { AdapterSession } from "@auth/core/adapters";
import type { JWT } from "@auth/core/jwt";
import type { ResolvedConfig } from "./resolved-config.ts";

/** When the user of a database session signed in; undefined if the adapter does not tell. */
export function signInTime(session: AdapterSession): Date | undefined {
  return (session as AdapterSession & { authenticatedAt?: Date | null }).authenticatedAt ?? undefined;
}

/** When the user of a JWT signed in; undefined for a JWT from before there was this claim. */
export function signInTimeOfJwt({ auth_time: seconds }: JWT): Date | undefined {
  return typeof seconds === "number" ? new Date(seconds * 1000) : undefined;
}

/**
 * When a session ends for good; undefined if the time of sign-in is unknown.
 *
 * @param authenticatedAt when its user signed in
 */
export function absoluteEnd({ session }: ResolvedConfig, authenticatedAt: Date | undefined): Date | undefined {
  return authenticatedAt && new Date(authenticatedAt.valueOf() + session.absoluteMaxAge * 1000);
}

/** Whether that time has come. */
export function isOver(end: Date | undefined): boolean {
  return end !== undefined && end.valueOf() <= Date.now();
}

/** @returns a database session and its user; undefined if there is none, or it has ended */
export async function validSession(config: ResolvedConfig, token: string) {
  const found = await config.core.adapter?.getSessionAndUser?.(token);
  if (!found || isOver(found.session.expires) || isOver(absoluteEnd(config, signInTime(found.session))))
    return undefined;
  return found;
}
