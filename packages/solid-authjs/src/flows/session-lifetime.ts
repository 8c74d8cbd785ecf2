// How long a JWT lasts. (Database sessions: ../database-session.ts.)
//
// Threats: core knows only the idle lifetime, which each visit extends, so an attacker could use a stolen session for
// ever. Core also sets the cookie each time it reads the session. Otherwise, an answer that began before a sign-out, or
// before a change of the name, brings the old session back. Here a reading sets the cookie in two cases: the session is
// due to be extended (`updateAge`), or the `jwt` callback has changed the token.

import { isDeepStrictEqual } from "node:util";
import type { AdapterUser } from "@auth/core/adapters";
import type { JWT } from "@auth/core/jwt";
import type { FlowContext, StartFlow } from "../context.ts";
import { changeSetCookies, isSessionCookie } from "../cookies.ts";
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
  const { config, request, outcome } = context;
  const isReading = request.action === "session" && request.method === "GET" && config.session.strategy === "jwt";
  /** The time at which the browser's token ends, if the browser keeps that token. */
  let keptUntil: Date | undefined;
  let isKept = false;
  return {
    callbacks: ({ jwt, session, encode }) => ({
      /** The facts about the sign-in stay in the token, even if the application's callback removes them. */
      async jwt(parameters) {
        const { token, trigger } = parameters;
        const before = isReading ? claimsOf(token) : undefined;
        const end = isReading ? await endUnlessDue(context, token) : undefined;
        const { addsTo } = context;
        const isSignIn = (trigger === "signIn" || trigger === "signUp") && !addsTo;
        // A new account or passkey does not make its session younger.
        const known = addsTo ? addsTo.authenticatedAt : signInTimeOfJwt(token);
        const at = isSignIn ? new Date() : (known ?? notFresh(config));
        const inPerson = isSignIn ? context.inPerson === true : (addsTo?.inPerson ?? wasInPersonByJwt(token));
        const { emailVerified } = (parameters.user ?? {}) as Partial<AdapterUser>;
        const wasProven = isSignIn ? Boolean(emailVerified) : (addsTo?.wasProven ?? wasAddressProvenByJwt(token));
        // The callback may throw.
        outcome.jwt = { authenticatedAt: at, inPerson, wasProven, hasEnded: false };
        const returned = hasPassed(absoluteEnd(config, at)) ? null : await jwt(parameters);
        outcome.jwt.hasEnded = returned === null;
        const auth_time = Math.floor(at.valueOf() / 1000);
        const made = returned && { ...returned, auth_time, in_person: inPerson, address_proven: wasProven };
        if (before && made && isDeepStrictEqual(before, claimsOf(made))) keptUntil = end;
        return made;
      },

      session(parameters) {
        const expires = keptUntil?.toISOString() ?? parameters.session.expires;
        const shown = { ...parameters.session, expires } as typeof parameters.session;
        return session({ ...parameters, session: shownSession(config, outcome.jwt?.authenticatedAt, shown) });
      },

      async encode(parameters) {
        const encoded = keptUntil ? request.sessionToken : await encode(parameters);
        isKept = isReading && encoded === request.sessionToken;
        return encoded;
      },
    }),

    async after(headers) {
      if (!isKept) return;
      const { session } = request.names;
      changeSetCookies(headers, (line, name) => (isSessionCookie(name, session) ? undefined : line));
    },
  };
};

/** The contents of a JWT, without the claims that each encoding sets anew. */
function claimsOf({ iat, exp, jti, ...claims }: JWT): unknown {
  return JSON.parse(JSON.stringify(claims));
}

/** @returns when a JWT ends; undefined if it is due for a new end, or has no end */
async function endUnlessDue({ config, request }: FlowContext, { exp }: JWT): Promise<Date | undefined> {
  const { maxAge, updateAge } = config.session;
  const { decode, secret, maxAge: ofToken = maxAge } = config.jwt;
  if (typeof exp !== "number") return undefined;
  const age = Date.now() / 1000 + ofToken - exp;
  // The token ends too late if the lifetime was shortened after it was made. Its times have whole seconds.
  if (age >= updateAge || age < -1) return undefined;
  const [newest = "", ...older] = [secret].flat();
  const { sessionToken: token, names } = request;
  // You can remove the older secrets once all sessions in use have been extended.
  const decoding = async () => (await decode({ token, secret: newest, salt: names.session })) !== null;
  const isOld = older.length > 0 && !(await decoding().catch(() => false));
  return isOld ? undefined : new Date(exp * 1000);
}

/**
 * The time of sign-in for a JWT of unknown age: too long ago to add a method. The absolute lifetime counts from that
 * time.
 */
function notFresh({ session: { freshAge } }: ResolvedConfig): Date {
  return new Date(Date.now() - (Number.isFinite(freshAge) ? freshAge * 1000 : 0));
}
