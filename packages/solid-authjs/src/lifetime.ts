// The absolute lifetime of a session. @auth/core knows only the idle lifetime, which each visit extends.

import type { AdapterSession } from "@auth/core/adapters";
import type { JWT } from "@auth/core/jwt";
import type { CoreCallbacks } from "./context.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

/** The time at which the user of a database session signed in; undefined if the adapter does not store it. */
export function signInTime(session: AdapterSession): Date | undefined {
  return (session as AdapterSession & { authenticatedAt?: Date | null }).authenticatedAt ?? undefined;
}

/** The time at which the user of a JWT signed in; undefined for an old JWT, which lacks the claim. */
export function signInTimeOfJwt({ auth_time: seconds }: JWT): Date | undefined {
  return typeof seconds === "number" ? new Date(seconds * 1000) : undefined;
}

/** Whether the sign-in of a database session proved that its user was present in person. */
export function wasInPerson(session: AdapterSession): boolean {
  return (session as AdapterSession & { inPerson?: boolean }).inPerson === true;
}

/** Whether the sign-in of a JWT's user was in person. An old JWT lacks the claim, and counts as not in person. */
export function wasInPersonByJwt(token: JWT): boolean {
  return token.in_person === true;
}

/** Whether the address of a JWT's user was proven when the user signed in. An old JWT lacks the claim. */
export function wasAddressProvenByJwt(token: JWT): boolean {
  return token.address_proven === true;
}

/**
 * When a session ends for good; undefined if the time of sign-in is unknown.
 *
 * @param authenticatedAt when its user signed in
 */
export function absoluteEnd({ session }: ResolvedConfig, authenticatedAt: Date | undefined): Date | undefined {
  return authenticatedAt && new Date(authenticatedAt.valueOf() + session.absoluteMaxAge * 1000);
}

/** Whether a time is now or in the past. */
export function hasPassed(time: Date | undefined): boolean {
  return time !== undefined && time.valueOf() <= Date.now();
}

/** Whether a database session has ended. */
export function hasEnded(config: ResolvedConfig, session: AdapterSession): boolean {
  return hasPassed(session.expires) || hasPassed(absoluteEnd(config, signInTime(session)));
}

export type CoreSession = Parameters<CoreCallbacks["session"]>[0]["session"];

/**
 * The part of a session that the `session` callback gets. Threat: core passes the whole row to the callback, and many
 * callbacks return their argument, so scripts could read the session token. `expires` is no later than the absolute
 * end: as in core, it is a Date with database sessions and text with JWTs.
 */
export function shownSession(config: ResolvedConfig, signedInAt: Date | undefined, session: CoreSession): CoreSession {
  const { user, userId, expires } = session;
  const end = absoluteEnd(config, signedInAt);
  const isCut = end && new Date(expires) > end;
  const shown = isCut ? (typeof expires === "string" ? end.toISOString() : end) : expires;
  return { user, ...(userId && { userId }), expires: shown } as CoreSession;
}
