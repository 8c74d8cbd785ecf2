// Signing out.
//
// Threat: a session that seems to have ended. Core says goodbye and takes the cookie away even where the row could not be deleted, and a
// copy of the cookie would still be good. So that is an error, and the cookie stays.

import { SignOutError } from "@auth/core/errors";
import type { StartFlow } from "../exchange";

export const signOut: StartFlow = (exchange) => {
  const { config, request, reported } = exchange;
  if (request.action !== "signout" || config.strategy !== "database") return undefined;
  return {
    instead: () => (reported.thrown instanceof SignOutError ? { error: "Configuration", page: "error" } : undefined),
  };
};
