// Parameters of the protocol in the request that starts a sign-in at a provider. The request's query goes into the
// provider's URL, so that an application can ask for a `prompt` or a `scope`.
//
// Threat: a visitor, or a link, chooses where the provider sends its answer, for which client, and with which checks.
// Core sets some of these parameters before the query and some after it. Here the query can set none of them.

import type { StartFlow } from "../../context.ts";

/** The parameters of OAuth 2.0, PKCE, OpenID Connect, signed requests (RFC 9101) and DPoP (RFC 9449). */
const PROTOCOL_PARAMETERS = [
  "client_id",
  "code_challenge",
  "code_challenge_method",
  "dpop_jkt",
  "nonce",
  "redirect_uri",
  "registration",
  "request",
  "request_uri",
  "response_mode",
  "response_type",
  "state",
];

export const authorization: StartFlow = ({ request }) => {
  return {
    before(): undefined {
      for (const name of PROTOCOL_PARAMETERS) request.url.searchParams.delete(name);
    },
  };
};
