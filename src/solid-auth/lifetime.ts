// How long a session lasts however much it is used. @auth/core knows the idle lifetime only, which every visit prolongs.

import type { AdapterSession } from "@auth/core/adapters";
import type { ResolvedConfig } from "./resolve";

/** When the user of a database session signed in, in seconds since 1970; undefined if the adapter does not tell. */
export function authTimeOf(session: AdapterSession): number | undefined {
  const { authenticatedAt } = session as AdapterSession & { authenticatedAt?: Date | null };
  return authenticatedAt ? authenticatedAt.valueOf() / 1000 : undefined;
}

/**
 * When a session ends for good; undefined where the time of sign-in is not known.
 *
 * @param authTime when its user signed in, in seconds since 1970
 */
export function absoluteEnd({ absoluteMaxAge }: ResolvedConfig, authTime: number | undefined): Date | undefined {
  return authTime === undefined ? undefined : new Date((authTime + absoluteMaxAge) * 1000);
}

/** Whether that time has come. */
export function isOver(end: Date | undefined): boolean {
  return end !== undefined && end.valueOf() <= Date.now();
}
