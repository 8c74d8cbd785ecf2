// How long a session lasts however much it is used. @auth/core knows only the idle lifetime, which every visit prolongs.

import type { AdapterSession } from "@auth/core/adapters";
import type { JWT } from "@auth/core/jwt";
import type { ResolvedConfig } from "./resolve";

/** When the user of a database session signed in, in seconds since 1970; undefined if the adapter does not tell. */
export function authTimeOf(session: AdapterSession): number | undefined {
  const { authenticatedAt } = session as AdapterSession & { authenticatedAt?: Date | null };
  return authenticatedAt ? authenticatedAt.valueOf() / 1000 : undefined;
}

/** When a database session ends for good; undefined if the adapter does not tell when the person signed in. */
export function endOfSession(config: ResolvedConfig, session: AdapterSession): Date | undefined {
  const authTime = authTimeOf(session);
  return authTime === undefined ? undefined : endOf(config, authTime);
}

/**
 * When a JWT session ends for good. The time of sign-in is in the `auth_time` claim.
 *
 * @returns undefined for a token that does not say, made before there was this claim
 */
export function endOfToken(config: ResolvedConfig, token: JWT): Date | undefined {
  return typeof token.auth_time === "number" ? endOf(config, token.auth_time) : undefined;
}

/** @param authTime in seconds since 1970 */
export function endOf({ absoluteMaxAge }: ResolvedConfig, authTime: number): Date {
  return new Date((authTime + absoluteMaxAge) * 1000);
}

/** Whether that time has come. */
export function isOver(end: Date | undefined): boolean {
  return end !== undefined && end.valueOf() <= Date.now();
}
