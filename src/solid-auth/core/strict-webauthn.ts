// Checks of passkeys that @simplewebauthn/server leaves to its caller, and @auth/core makes none of.

import type { WebAuthnConfig } from "@auth/core/providers/webauthn";
import { sha256 } from "../crypto";
import { acceptShortSignatures } from "./signature";

type SimpleWebAuthn = WebAuthnConfig["simpleWebAuthn"];
type AnswerOptions = Parameters<SimpleWebAuthn["verifyAuthenticationResponse"]>[0];

/** EdDSA, ES256 and RS256 (COSE): those that registration options offer. */
const OFFERED_ALGORITHMS = [-8, -7, -257];

/** WebAuthn, 4 (Credential ID). In bytes. */
const MAX_CREDENTIAL_ID_LENGTH = 1023;

/** Tells our user handles from the random ones of passkeys that core registered by itself. */
const HANDLE_PREFIX = "v1.";

/** Of the hash. The whole handle has at most 64 bytes (WebAuthn, 4: User Handle). In characters. */
const HANDLE_HASH_LENGTH = 60;

/**
 * The user handle of all passkeys of a user. Authenticators keep one passkey for each handle, so adding one again replaces it there.
 * It is a hash: authenticators show it to their owner, and it must not name anybody. It outlives a change of the secret.
 */
export async function userHandleOf(userId: string): Promise<string> {
  return HANDLE_PREFIX + (await sha256(`user handle of ${userId}`)).slice(0, HANDLE_HASH_LENGTH);
}

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
      await refuseOtherUser(options);
      return verifyAnswer(options);
    },
  };
}

/** The answer was made in a frame within another site's page (WebAuthn, 13.4.9): its user may not have seen who asked. */
function refuseCrossOrigin(clientDataJSON: string): void {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
  if (crossOrigin === true || topOrigin !== undefined) throw new Error("The passkey was used in another site's frame.");
}

/** WebAuthn, 7.2, step 6. A passkey that was registered with a random handle is known by its id alone. */
async function refuseOtherUser({ response, authenticator }: AnswerOptions): Promise<void> {
  const { userHandle } = response.response;
  // Core passes on the whole row.
  const { userId } = authenticator as { userId?: string };
  if (!userId || !userHandle?.startsWith(HANDLE_PREFIX) || userHandle === (await userHandleOf(userId))) return;
  throw new Error("The passkey's user handle is another user's.");
}
