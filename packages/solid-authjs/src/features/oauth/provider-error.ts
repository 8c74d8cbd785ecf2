// The error with which a provider sends the visitor back, or refuses the code. Core throws "OAuth Provider returned an
// error" without the provider's error. A wrong redirect URI or a suspended application is the operator's mistake, and
// "Cancel" is the visitor's choice: the log and the page have to tell them apart.

import type { StartFlow } from "../../context.ts";
import { CANCELLED, INTERACTION_ERRORS } from "../../visitor-errors.ts";

export const providerError: StartFlow = ({ request, outcome }) => {
  const { searchParams } = request.url;
  const error = searchParams.get("error");
  return {
    before() {
      if (error === null) return undefined;
      const description = searchParams.get("error_description") ?? undefined;
      // oauth4webapi uses this name for the error. Without a description the log has the code alone, so no message.
      const details = { name: "AuthorizationResponseError", error, error_description: description };
      outcome.providerError = Object.assign(new Error(), details);
    },
    reason() {
      if (error === CANCELLED) return undefined;
      return INTERACTION_ERRORS.has(error ?? "") ? "interaction" : "refused";
    },
  };
};
