// How long a session lasts, and what is shown of it.
//
// Threats: core knows only the idle lifetime, which each visit extends, so an attacker could use a stolen session for
// ever. Here every session ends `absoluteMaxAge` after sign-in. Core hands the whole row to the `session` callback, and
// many callbacks return what they get, so scripts could read the session token. Here the callback does not get it.

import { endSession } from "../core/adapter.ts";
import type { CoreCalls, StartFlow } from "../exchange.ts";
import { absoluteEnd, isOver, signInTime, signInTimeOfJwt } from "../lifetime.ts";
import type { ResolvedConfig } from "../resolved-config.ts";

export const sessionLifetime: StartFlow = (exchange) => {
  const { config, reported } = exchange;
  return {
    adapter: (adapter) => ({
      async getSessionAndUser(sessionToken) {
        const found = await adapter.getSessionAndUser?.(sessionToken);
        if (!found) return null;
        reported.authenticatedAt = signInTime(found.session);
        if (!isOver(absoluteEnd(config, reported.authenticatedAt))) return found;
        await endSession(adapter, sessionToken);
        reported.sessionEnded = true;
        return null;
      },
      async updateSession(session) {
        reported.sessionExtended = true;
        return adapter.updateSession?.(session);
      },
    }),

    calls: ({ jwt, session }) => ({
      /** The time of sign-in stays in the token, even if the application's callback leaves it out. */
      async jwt(parameters) {
        const { token, trigger } = parameters;
        const { addsTo } = exchange;
        const isSignIn = (trigger === "signIn" || trigger === "signUp") && !addsTo;
        // An account or a passkey that is added to a session makes it no younger.
        const known = addsTo ? addsTo.authenticatedAt : signInTimeOfJwt(token);
        const at = isSignIn ? new Date() : (known ?? notFresh(config));
        reported.authenticatedAt = at;
        const returned = isOver(absoluteEnd(config, at)) ? null : await jwt(parameters);
        reported.sessionEnded = returned === null;
        return returned && { ...returned, auth_time: Math.floor(at.valueOf() / 1000) };
      },

      session(parameters) {
        return session({ ...parameters, session: shownSession(config, reported.authenticatedAt, parameters.session) });
      },
    }),
  };
};

/** The time of sign-in for a JWT of unknown age: too long ago for adding a method. Its absolute end counts from it. */
function notFresh({ session: { freshAge } }: ResolvedConfig): Date {
  return new Date(Date.now() - (Number.isFinite(freshAge) ? freshAge * 1000 : 0));
}

export type CoreSession = Parameters<CoreCalls["session"]>[0]["session"];

/**
 * The part of a session that the `session` callback gets. `expires` is no later than the absolute end: a Date with
 * database sessions and text with JWTs, as core has it.
 */
export function shownSession(config: ResolvedConfig, signedInAt: Date | undefined, session: CoreSession): CoreSession {
  const { user, userId, expires } = session;
  const end = absoluteEnd(config, signedInAt);
  const isCut = end && new Date(expires) > end;
  const shown = isCut ? (typeof expires === "string" ? end.toISOString() : end) : expires;
  return { user, ...(userId && { userId }), expires: shown } as CoreSession;
}
