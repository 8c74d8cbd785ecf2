// Signing out.
//
// Threat: a session that seems to have ended. If the row cannot be deleted, core still answers "signed out" and clears
// the cookie, and an attacker's copy of the cookie stays valid. Here that is an error, and the cookie stays.

import { SignOutError } from "@auth/core/errors";
import type { StartFlow } from "../context.ts";
import { CONFIGURATION } from "../errors.ts";

export const signingOut: StartFlow = (context) => {
  const { config, request, outcome } = context;
  if (request.action !== "signout" || config.session.strategy !== "database") return undefined;
  return {
    replace: () => (outcome.thrown instanceof SignOutError ? CONFIGURATION : undefined),
  };
};
