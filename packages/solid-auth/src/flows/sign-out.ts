// Signing out.
//
// Threat: a session that seems to have ended. If the row cannot be deleted, core still answers "signed out" and clears
// the cookie, and an attacker's copy of the cookie stays valid. Here that is an error, and the cookie stays.

import { SignOutError } from "@auth/core/errors";
import { CONFIGURATION } from "../errors.ts";
import type { StartFlow } from "../exchange.ts";

export const signOut: StartFlow = (exchange) => {
  const { config, request, reported } = exchange;
  if (request.action !== "signout" || config.session.strategy !== "database") return undefined;
  return {
    replace: () => (reported.thrown instanceof SignOutError ? CONFIGURATION : undefined),
  };
};
