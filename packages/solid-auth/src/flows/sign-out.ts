// Signing out.
//
// Threat: a session that seems to have ended. If the row cannot be deleted, core still answers "signed out" and clears
// the cookie, and an attacker's copy of the cookie stays valid. Here that is an error, and the cookie stays.

import { SignOutError } from "@auth/core/errors";
import type { FlowContext, StartFlow } from "../context.ts";
import { coreLogger } from "../core/logger.ts";
import { CONFIGURATION } from "../errors.ts";
import { repeatsOf } from "../mail-token.ts";
import { signedInUser } from "../signed-in.ts";

export const signingOut: StartFlow = (context) => {
  const { config, request, outcome } = context;
  if (request.action !== "signout" || request.method !== "POST") return undefined;
  return {
    async before() {
      await endRepeats(context).catch((error) => coreLogger(context).error?.(error));
      return undefined;
    },
    replace: () =>
      config.session.strategy === "database" && outcome.thrown instanceof SignOutError ? CONFIGURATION : undefined,
  };
};

/** After signing out, another press of the mail link's button must not sign in. */
async function endRepeats(context: FlowContext): Promise<void> {
  const { adapter } = context.config.core;
  const user = adapter?.deleteVerificationTokens && (await signedInUser(context));
  const email = user && (await adapter.getUser?.(user.id))?.email;
  if (email) await adapter.deleteVerificationTokens?.(repeatsOf(email));
}
