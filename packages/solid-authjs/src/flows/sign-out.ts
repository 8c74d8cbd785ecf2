// Signing out.
//
// Threat: a session that only seems to have ended. If the row cannot be deleted, core still answers "signed out" and
// clears the cookie, and an attacker's copy of the cookie stays valid. Here that failure is an error, and the cookie
// stays.

import { SignOutError } from "@auth/core/errors";
import type { FlowContext, StartFlow } from "../context.ts";
import { expireCookie, nameInLine } from "../cookies.ts";
import { coreLogger } from "../core/logger.ts";
import { repeatsOf } from "../email.ts";
import { CONFIGURATION } from "../errors.ts";
import { signedInUser } from "../signed-in.ts";

export const signingOut: StartFlow = (context) => {
  const { config, request, outcome } = context;
  const isDatabase = config.session.strategy === "database";
  if (request.method !== "POST") return undefined;
  return {
    async before() {
      await endRepeats(context).catch((error) => coreLogger(context).error?.(error));
      return undefined;
    },
    async after(headers) {
      const set = headers.getSetCookie().map(nameInLine);
      for (const name of request.sessionCookies) if (!set.includes(name)) expireCookie(context, name);
    },
    replace: () => (isDatabase && outcome.thrown instanceof SignOutError ? CONFIGURATION : undefined),
  };
};

/** Another press of the mail link's button must not sign in after a sign-out. */
async function endRepeats(context: FlowContext): Promise<void> {
  const { adapter } = context.config.core;
  const user = adapter?.deleteVerificationTokens && (await signedInUser(context));
  const email = user && (await adapter.getUser?.(user.id))?.email;
  if (email) await adapter.deleteVerificationTokens?.(repeatsOf(email));
}
