// Threat: a lifetime that is not a number, such as the `Number()` of a missing variable. Every comparison with NaN is
// false, so a session never ends, and any sign-in counts as fresh.

import type { SolidAuthConfig } from "./types.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** Later dates exist, but no database stores them. */
const MAX_SECONDS = 100 * 365 * DAY_SECONDS;
/** JavaScript's timers end at once if their time is longer than 24 days. */
const MAX_TIMEOUT_SECONDS = DAY_SECONDS;

type Settings = Pick<SolidAuthConfig, "session" | "jwt" | "providerTimeout">;

/**
 * @param config a configuration of this package, or a part of it
 * @returns the problems with its lifetimes, one line each, for a check at startup. {@link SolidAuth} throws the first
 *   one
 */
export function lifetimeProblems({ session = {}, jwt = {}, providerTimeout }: Settings): string[] {
  const { strategy, maxAge, absoluteMaxAge, freshAge, updateAge } = session;
  return [
    ...(["database", "jwt", undefined].includes(strategy) ? [] : ['session.strategy must be "database" or "jwt".']),
    problem("session.maxAge", maxAge),
    problem("session.absoluteMaxAge", absoluteMaxAge),
    // Infinity is the default: any sign-in is fresh.
    freshAge === Number.POSITIVE_INFINITY ? undefined : problem("session.freshAge", freshAge),
    updateAge === 0 ? undefined : problem("session.updateAge", updateAge),
    problem("jwt.maxAge", jwt.maxAge),
    problem("providerTimeout", providerTimeout, MAX_TIMEOUT_SECONDS),
  ].filter((each) => each !== undefined);
}

function problem(name: string, seconds: unknown, most = MAX_SECONDS): string | undefined {
  if (seconds === undefined || (typeof seconds === "number" && seconds > 0 && seconds <= most)) return undefined;
  const shown = typeof seconds === "number" ? seconds : `of the type ${typeof seconds}`;
  return `${name} is ${shown}. It must be a number of seconds, above 0 and at most ${most}.`;
}
