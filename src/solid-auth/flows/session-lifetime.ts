// How long a session lasts, and what is shown of it.
//
// Threats: core knows the idle lifetime alone, which every visit prolongs, so a stolen session would last for ever: here it ends
// `absoluteMaxAge` after sign-in. Core hands the `session` callback the whole row, and many callbacks return what they get: scripts would
// read the session token.

import { endSession } from "../core/adapter";
import type { StartFlow } from "../exchange";
import { absoluteEnd, authTimeOf, isOver } from "../lifetime";

export const sessionLifetime: StartFlow = (exchange) => {
  const { config, reported } = exchange;
  return {
    adapter: (adapter) => ({
      async getSessionAndUser(sessionToken) {
        const found = await adapter.getSessionAndUser?.(sessionToken);
        if (!found) return null;
        reported.authTime = authTimeOf(found.session);
        if (!isOver(absoluteEnd(config, reported.authTime))) return found;
        await endSession(adapter, sessionToken);
        return null;
      },
      async updateSession(session) {
        reported.sessionProlonged = true;
        return adapter.updateSession?.(session);
      },
    }),

    calls: ({ jwt, session }) => ({
      /** The time of sign-in stays in the token whatever the application's callback returns. */
      async jwt(parameters) {
        const { token, trigger } = parameters;
        const isSignIn = trigger === "signIn" || trigger === "signUp";
        // An account or a passkey that is added to a session makes it no younger.
        const since = isSignIn ? exchange.addsTo?.authTime : token.auth_time;
        const authTime = typeof since === "number" ? since : Math.floor(Date.now() / 1000);
        reported.authTime = authTime;
        const returned = isOver(absoluteEnd(config, reported.authTime)) ? null : await jwt(parameters);
        reported.sessionEnded = returned === null;
        return returned && { ...returned, auth_time: authTime };
      },

      /** `expires` is no later than the absolute end: a Date with database sessions and text with JWTs, as core has it. */
      session(parameters) {
        const { user, userId, expires } = parameters.session;
        const end = absoluteEnd(config, reported.authTime);
        const isCut = end && new Date(expires) > end;
        const shown = isCut ? (typeof expires === "string" ? end.toISOString() : end) : expires;
        const shownSession = { user, ...(userId && { userId }), expires: shown } as typeof parameters.session;
        return session({ ...parameters, session: shownSession });
      },
    }),
  };
};
