// How long a JWT lasts. (Database sessions: ../database-session.ts.)
//
// Threat: core knows only the idle lifetime, which each visit extends, so an attacker could use a stolen session for
// ever. Here every session ends `absoluteMaxAge` after sign-in.

import type { AdapterUser } from "@auth/core/adapters";
import type { StartFlow } from "../context.ts";
import {
  absoluteEnd,
  hasPassed,
  shownSession,
  signInTimeOfJwt,
  wasAddressProvenByJwt,
  wasInPersonByJwt,
} from "../lifetime.ts";
import type { ResolvedConfig } from "../resolved-config.ts";

export const sessionLifetime: StartFlow = (context) => {
  const { config, outcome } = context;
  return {
    callbacks: ({ jwt, session }) => ({
      /** What is known of the sign-in stays in the token, even if the application's callback leaves it out. */
      async jwt(parameters) {
        const { token, trigger } = parameters;
        const { addsTo } = context;
        const isSignIn = (trigger === "signIn" || trigger === "signUp") && !addsTo;
        // An account or a passkey that is added to a session makes it no younger.
        const known = addsTo ? addsTo.authenticatedAt : signInTimeOfJwt(token);
        const at = isSignIn ? new Date() : (known ?? notFresh(config));
        const inPerson = isSignIn ? context.inPerson === true : (addsTo?.inPerson ?? wasInPersonByJwt(token));
        const { emailVerified } = (parameters.user ?? {}) as Partial<AdapterUser>;
        const isProven = isSignIn ? Boolean(emailVerified) : (addsTo?.wasProven ?? wasAddressProvenByJwt(token));
        outcome.authenticatedAt = at;
        outcome.inPerson = inPerson;
        const returned = hasPassed(absoluteEnd(config, at)) ? null : await jwt(parameters);
        outcome.sessionEnded = returned === null;
        const auth_time = Math.floor(at.valueOf() / 1000);
        return returned && { ...returned, auth_time, in_person: inPerson, address_proven: isProven };
      },

      session(parameters) {
        return session({ ...parameters, session: shownSession(config, outcome.authenticatedAt, parameters.session) });
      },
    }),
  };
};

/** The time of sign-in for a JWT of unknown age: too long ago for adding a method. Its absolute end counts from it. */
function notFresh({ session: { freshAge } }: ResolvedConfig): Date {
  return new Date(Date.now() - (Number.isFinite(freshAge) ? freshAge * 1000 : 0));
}
