// @simplewebauthn/server, as core calls it, and the checks that the library leaves to its caller. Core makes the calls
// of version 9: there a passkey's id is bytes, and in later versions it is base64url text. The library is large, and
// few requests need it, so the first such request loads it.

import type { WebAuthnConfig } from "@auth/core/providers/webauthn";
import { sha256 } from "../../sha256.ts";

type Library = typeof import("@simplewebauthn/server");
type Options<Name extends keyof Library> = Library[Name] extends (options: infer O) => unknown ? O : never;

async function webAuthnLibrary() {
  await polyfill();
  return import("@simplewebauthn/server");
}

/** The library's functions that decode data. */
export async function webAuthnHelpers() {
  await polyfill();
  return import("@simplewebauthn/server/helpers");
}

/**
 * The certificate library inside @simplewebauthn/server fails without this import. That library imports another copy,
 * which a build with Nitro runs too late.
 */
const polyfill = () => import("reflect-metadata/lite");

/** A passkey's row, with its binary columns as bytes. */
interface Authenticator {
  credentialID: Uint8Array;
  credentialPublicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  /** Core passes the whole row. */
  userId?: string;
}

type RegistrationOptions = Omit<Options<"generateRegistrationOptions">, "excludeCredentials"> & {
  excludeCredentials?: { id: Uint8Array; transports?: string[] }[];
};

type AnswerOptions = Omit<Options<"verifyAuthenticationResponse">, "credential"> & { authenticator: Authenticator };

/** The algorithms in registration options: EdDSA, ES256 and RS256 (COSE). */
const OFFERED_ALGORITHMS = [-8, -7, -257];

/** The maximum length of a credential id, in bytes (WebAuthn, 4: Credential ID). */
const MAX_CREDENTIAL_ID_LENGTH = 1023;

/**
 * The pattern of a transport's name, because browsers may have new transports (WebAuthn, 5.8.4), and how many
 * transports a passkey may name.
 */
const TRANSPORT = /^[\w-]{1,32}$/;
const MAX_TRANSPORTS = 16;

/** The prefix of our user handles. Passkeys that core registered by itself have random handles. */
const HANDLE_PREFIX = "v1.";

/** The length of the hash in a handle, in characters. A handle has at most 64 bytes (WebAuthn, 4: User Handle). */
const HANDLE_HASH_LENGTH = 60;

/**
 * The user handle of all passkeys of a user. Authenticators keep one passkey for each handle, so a new passkey replaces
 * the old one there. The handle is a hash, because authenticators show it, and it must not identify a person. It does
 * not depend on the secret, which may change.
 */
export function userHandleOf(userId: string): string {
  return HANDLE_PREFIX + sha256(`user handle of ${userId}`).slice(0, HANDLE_HASH_LENGTH);
}

/** The functions that core calls. The cast is needed because core has the types of version 9 of the library. */
export const simpleWebAuthn = {
  generateAuthenticationOptions: async (options: Options<"generateAuthenticationOptions">) =>
    (await webAuthnLibrary()).generateAuthenticationOptions(options),

  async generateRegistrationOptions({ excludeCredentials, ...options }: RegistrationOptions) {
    return (await webAuthnLibrary()).generateRegistrationOptions({
      supportedAlgorithmIDs: OFFERED_ALGORITHMS,
      ...options,
      excludeCredentials: excludeCredentials?.map((passkey) => ({ ...passkey, id: toBase64Url(passkey.id) })),
    });
  },

  async verifyRegistrationResponse(options: Options<"verifyRegistrationResponse">) {
    await refuseCrossOrigin(options.response.response.clientDataJSON);
    // The library stores a key of an algorithm that was never offered, and then refuses its genuine answers.
    const strict = { supportedAlgorithmIDs: OFFERED_ALGORITHMS, ...options };
    const { verified, registrationInfo } = await (await webAuthnLibrary()).verifyRegistrationResponse(strict);
    if (!registrationInfo) return { verified };
    const { id, publicKey, counter } = registrationInfo.credential;
    const credentialID = Buffer.from(id, "base64url");
    // The id that the database stores. The response has a second id, which can be different.
    if (credentialID.length > MAX_CREDENTIAL_ID_LENGTH) throw new Error("The credential's id is too long.");
    return {
      verified,
      registrationInfo: {
        ...registrationInfo,
        credentialID,
        credentialPublicKey: publicKey,
        counter: storable(counter),
      },
    };
  },

  async verifyAuthenticationResponse({ authenticator, ...options }: AnswerOptions) {
    await refuseCrossOrigin(options.response.response.clientDataJSON);
    refuseOtherUser(options.response.response.userHandle, authenticator.userId);
    const { credentialID, credentialPublicKey: publicKey, counter } = authenticator;
    const credential = { id: toBase64Url(credentialID), publicKey, counter };
    const answer = await (await webAuthnLibrary()).verifyAuthenticationResponse({ ...options, credential });
    const newCounter = storable(answer.authenticationInfo.newCounter);
    return { ...answer, authenticationInfo: { ...answer.authenticationInfo, newCounter } };
  },
} as unknown as WebAuthnConfig["simpleWebAuthn"];

/**
 * Refuses an answer from a frame within another site's page (WebAuthn, 13.4.9): the user may not have seen which site
 * asked.
 */
async function refuseCrossOrigin(clientDataJSON: string): Promise<void> {
  const { decodeClientDataJSON } = await webAuthnHelpers();
  const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJSON);
  if (crossOrigin === true || topOrigin !== undefined) throw new Error("The passkey was used in another site's frame.");
}

/**
 * Refuses another user's handle (WebAuthn, 7.2, step 6). For a passkey with a random handle, the id alone decides.
 */
function refuseOtherUser(userHandle: string | undefined, userId: string | undefined): void {
  const handle = Buffer.from(userHandle ?? "", "base64url").toString();
  if (!userId || !handle.startsWith(HANDLE_PREFIX) || handle === userHandleOf(userId)) return;
  throw new Error("The passkey's user handle is another user's.");
}

/**
 * Reads an authenticator's answer. Browsers and password managers add new hints each year, and no hint is a reason to
 * refuse a passkey. So values without a signature that the application did not request are removed. Signed values stay
 * as they are.
 *
 * @param data WebAuthn's JSON
 * @param isAttested whether the options requested an attestation. Without it, the library can refuse an answer by its
 *   format
 * @throws if the value is not an answer
 */
export async function readAnswer(data: unknown, isAttested: boolean) {
  const { id, rawId, type, response } = JSON.parse(String(data));
  const { attestationObject, transports } = response;
  return {
    id: textOrNone(id),
    rawId: textOrNone(rawId),
    type,
    response: {
      clientDataJSON: textOrNone(response.clientDataJSON) ?? "",
      authenticatorData: textOrNone(response.authenticatorData),
      signature: textOrNone(response.signature),
      userHandle: textOrNone(response.userHandle),
      attestationObject:
        attestationObject && !isAttested ? await withoutAttestation(attestationObject) : textOrNone(attestationObject),
      // Core joins the transports to one text for the row.
      transports: Array.isArray(transports) ? transports.filter(isTransport).slice(0, MAX_TRANSPORTS) : undefined,
    },
  };
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

const isTransport = (transport: unknown) => typeof transport === "string" && TRANSPORT.test(transport);

async function withoutAttestation(attestationObject: unknown): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await webAuthnHelpers();
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(textOrNone(attestationObject) ?? "")).get("authData");
  const none = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
    ["fmt", "none"],
    ["attStmt", new Map()],
    ["authData", authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(none));
}

/** A counter has 32 bits and no sign (WebAuthn, 6.1). An integer of PostgreSQL has only 31 bits beside its sign. */
function storable(counter: number): number {
  return Math.min(counter, 2 ** 31 - 1);
}

function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
