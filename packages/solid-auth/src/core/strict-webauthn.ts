// Checks of passkeys that @simplewebauthn/server leaves to its caller. @auth/core makes none of them.

import { hash } from "node:crypto";
import type { WebAuthnConfig } from "@auth/core/providers/webauthn";
import { acceptShortSignatures } from "./signature.ts";
import { webAuthnHelpers } from "./webauthn-helpers.ts";

type SimpleWebAuthn = WebAuthnConfig["simpleWebAuthn"];
type AnswerOptions = Parameters<SimpleWebAuthn["verifyAuthenticationResponse"]>[0];

/** The algorithms in registration options: EdDSA, ES256 and RS256 (COSE). */
const OFFERED_ALGORITHMS = [-8, -7, -257];

/** The maximum length of a credential id, in bytes (WebAuthn, 4: Credential ID). */
const MAX_CREDENTIAL_ID_LENGTH = 1023;

/** Marks our user handles. Passkeys that core registered by itself have random ones. */
const HANDLE_PREFIX = "v1.";

/** How much of the hash is used, in characters. The whole handle has at most 64 bytes (WebAuthn, 4: User Handle). */
const HANDLE_HASH_LENGTH = 60;

/**
 * The user handle of all passkeys of a user. Authenticators keep one passkey for each handle, so adding one again
 * replaces it there. It is a hash, because authenticators show it, and it must not identify a person. It does not
 * depend on the secret, which may change.
 */
export function userHandleOf(userId: string): string {
  return HANDLE_PREFIX + hash("sha256", `user handle of ${userId}`).slice(0, HANDLE_HASH_LENGTH);
}

/** @returns the library's functions, with these checks */
export function strictWebAuthn(library: SimpleWebAuthn): SimpleWebAuthn {
  const verifyAnswer = acceptShortSignatures(library.verifyAuthenticationResponse);
  return {
    ...library,
    generateRegistrationOptions: (options) =>
      library.generateRegistrationOptions({ supportedAlgorithmIDs: OFFERED_ALGORITHMS, ...options }),
    async verifyRegistrationResponse(options) {
      await refuseCrossOrigin(options.response.response.clientDataJSON);
      if (Buffer.from(options.response.id, "base64url").length > MAX_CREDENTIAL_ID_LENGTH)
        throw new Error("The credential's id is too long.");
      // The library would store a key of an algorithm that was never offered, and then refuse its genuine answers.
      return library.verifyRegistrationResponse({ supportedAlgorithmIDs: OFFERED_ALGORITHMS, ...options });
    },
    async verifyAuthenticationResponse(options) {
      await refuseCrossOrigin(options.response.response.clientDataJSON);
      refuseOtherUser(options);
      return verifyAnswer(options);
    },
  };
}

/**
 * Refuses an answer made in a frame within another site's page (WebAuthn, 13.4.9): its user may not have seen which
 * site asked.
 */
async function refuseCrossOrigin(clientDataJSON: string): Promise<void> {
  const { decodeClientDataJSON } = await webAuthnHelpers();
  const { crossOrigin, topOrigin }: { crossOrigin?: boolean; topOrigin?: string } =
    decodeClientDataJSON(clientDataJSON);
  if (crossOrigin === true || topOrigin !== undefined) throw new Error("The passkey was used in another site's frame.");
}

/**
 * Refuses another user's handle (WebAuthn, 7.2, step 6). A passkey with a random handle is identified by its id alone.
 */
function refuseOtherUser({ response, authenticator }: AnswerOptions): void {
  const { userHandle } = response.response;
  // Core passes the whole row.
  const { userId } = authenticator as { userId?: string };
  if (!userId || !userHandle?.startsWith(HANDLE_PREFIX) || userHandle === userHandleOf(userId)) return;
  throw new Error("The passkey's user handle is another user's.");
}
