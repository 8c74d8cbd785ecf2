// The signed-in user at the time when a request arrives, read before core reads it.

import type { JWT } from "@auth/core/jwt";
import type { FlowContext, SignedInUser } from "./context.ts";
import type { Failure } from "./errors.ts";
import {
  absoluteEnd,
  hasEnded,
  hasPassed,
  signInTime,
  signInTimeOfJwt,
  wasAddressProvenByJwt,
  wasInPerson,
  wasInPersonByJwt,
} from "./lifetime.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import { sha256 } from "./sha256.ts";

/** @returns the user of the browser's session, if that session is still valid */
export async function signedInUser(context: FlowContext): Promise<SignedInUser | undefined> {
  const { config, request } = context;
  const { sessionToken } = request;
  if (!sessionToken) return undefined;
  if (config.session.strategy === "database") {
    const found = await config.core.adapter?.getSessionAndUser?.(sessionToken);
    if (!found || hasEnded(config, found.session) || !(await config.mayUse(context, found.session))) return undefined;
    const { session, user } = found;
    return { id: user.id, authenticatedAt: signInTime(session), inPerson: wasInPerson(session) };
  }
  const token = await readJwt(context);
  if (!token?.sub) return undefined;
  const authenticatedAt = signInTimeOfJwt(token);
  if (hasPassed(absoluteEnd(config, authenticatedAt))) return undefined;
  // A JWT outlives its user.
  const user = config.core.adapter ? await config.core.adapter.getUser?.(token.sub) : { id: token.sub };
  if (!user) return undefined;
  // Threat: an attacker signed in before the owner proved the address. A proof cannot end a JWT. (Core sets the time of
  // the proof again with each sign-in by mail.)
  const provenTime = "emailVerified" in user ? user.emailVerified : null;
  const wasProven = wasAddressProvenByJwt(token);
  const isOutdated = !wasProven && isAfter(provenTime, authenticatedAt);
  return { id: user.id, authenticatedAt, inPerson: wasInPersonByJwt(token), wasProven, isOutdated };
}

/** A JWT has the time of its sign-in in whole seconds. */
function isAfter(time: Date | null | undefined, signIn: Date | undefined): boolean {
  return Boolean(time) && (time?.valueOf() ?? 0) >= (signIn?.valueOf() ?? 0) + 1000;
}

/** @returns the contents of the session's JWT; null if the browser has sent no readable JWT */
export async function readJwt({ config, request }: FlowContext): Promise<JWT | null> {
  const { sessionToken: token, names } = request;
  if (!token) return null;
  const { decode, secret } = config.jwt;
  const decoding = async () => decode({ token, secret, salt: names.session });
  return decoding().catch(() => null);
}

/**
 * Whether the application ends the session by a `jwt` callback that returns null. Calls the callback only if the
 * request makes a new JWT, because other results of the callback are not kept.
 */
export async function isEndedByCallback(context: FlowContext): Promise<boolean> {
  const { jwt } = context.config.core.callbacks ?? {};
  const token = jwt && (await readJwt(context));
  return Boolean(token) && (await jwt?.({ token } as Parameters<typeof jwt>[0])) === null;
}

/**
 * Why a user may not add a sign-in method. An attacker at an unlocked browser, or with a stolen session cookie, must
 * not add one. So a new method needs a recent sign-in in person. A session of unknown age is too old.
 *
 * @returns undefined if the user may add one
 */
export function refusalToAdd({ session }: ResolvedConfig, user: SignedInUser | undefined): Failure | undefined {
  if (!user) return { error: "SessionRequired", page: "signIn" };
  const isStale = user.isOutdated || (provenAt(user)?.valueOf() ?? 0) + session.freshAge * 1000 <= Date.now();
  return isStale ? { error: "FreshSignInRequired", page: "signIn" } : undefined;
}

/**
 * The last time at which the user was present in person; undefined if the last sign-in did not prove that, if its time
 * is unknown, or if the address was proven only after it.
 */
export function provenAt({ authenticatedAt, inPerson, isOutdated }: Omit<SignedInUser, "id">): Date | undefined {
  return inPerson && !isOutdated ? authenticatedAt : undefined;
}

/**
 * Hides the session from core, so that a sign-in always makes a new one. Otherwise, core keeps the old session for the
 * same user, and links any account from a provider to the signed-in user.
 */
export function hideSession({ cookies, sessionCookies }: FlowContext["request"]): void {
  for (const name of sessionCookies) cookies[name] = undefined;
}

/**
 * Uses up a value in a cookie, so that a copy of the cookie cannot be used again.
 *
 * @param maxAge how long the cookie lives, in seconds
 * @returns false if the value was used before. Always true if the adapter has no `useChallenge`
 */
export async function useOnce({ core }: ResolvedConfig, value: string, maxAge: number): Promise<boolean> {
  const expires = new Date(Date.now() + maxAge * 1000);
  return (await core.adapter?.useChallenge?.(sha256(value), expires)) !== false;
}
