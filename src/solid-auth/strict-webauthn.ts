// Checks of passkeys that @simplewebauthn/server leaves to its caller, and @auth/core makes none of.

import type { WebAuthnConfig } from "@auth/core/providers/webauthn";
import { acceptShortSignatures } from "./signature";

type SimpleWebAuthn = WebAuthnConfig["simpleWebAuthn"];

/** EdDSA, ES256 and RS256 (COSE): those that registration options offer. */
const OFFERED_ALGORITHMS = [-8, -7, -257];

/** WebAuthn, 4 (Credential ID). In bytes. */
const MAX_CREDENTIAL_ID_LENGTH = 1023;

/** @returns the library's functions, stricter */
export function strictWebAuthn(library: SimpleWebAuthn): SimpleWebAuthn {
  const verifyAnswer = acceptShortSignatures(library.verifyAuthenticationResponse);
  return {
    ...library,
    generateRegistrationOptions: (options) =>
      library.generateRegistrationOptions({ supportedAlgorithmIDs: OFFERED_ALGORITHMS, ...options }),
    async verifyRegistrationResponse(options) {
      refuseCrossOrigin(options.response.response.clientDataJSON);
      if (Buffer.from(options.response.id, "base64url").length > MAX_CREDENTIAL_ID_LENGTH)
        throw new Error("The credential's id is too long.");
      // An algorithm that was never offered would be stored, and its genuine answers refused.
      return library.verifyRegistrationResponse({ supportedAlgorithmIDs: OFFERED_ALGORITHMS, ...options });
    },
    async verifyAuthenticationResponse(options) {
      refuseCrossOrigin(options.response.response.clientDataJSON);
      return verifyAnswer(options);
    },
  };
}

/** The answer was made in a frame within another site's page (WebAuthn, 13.4.9): its user may not have seen who asked. */
function refuseCrossOrigin(clientDataJSON: string): void {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
  if (crossOrigin === true || topOrigin !== undefined) throw new Error("The passkey was used in another site's frame.");
}
