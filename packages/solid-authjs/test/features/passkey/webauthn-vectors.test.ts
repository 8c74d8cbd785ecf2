// The W3C's test vectors with the real handler: a signed-in user registers each passkey, then signs in with it. The
// challenges are set in the provider's options; everything else is as usual.

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Passkey as PasskeyProvider } from "../../../src";
import { openApplication } from "../../support/application";
import { answerWith, ENABLED, optionsFor } from "../../support/passkeys";
import { errorOf, type Visitor } from "../../support/visitor";
import { RP_ID, VECTORS, type Vector } from "./webauthn-vectors";

const ORIGIN = `https://${RP_ID}`;

const bytes = (text: string) => Buffer.from(text, "base64url");

const REFUSED = "WebAuthnVerificationError";

/** Why a vector is refused at registration, apart from user verification. All others are accepted. */
const REASONS: Record<string, string> = {
  'ES256 Credential with "crossOrigin": true in clientDataJSON': "it was made in another site's frame",
  'ES256 Credential with "topOrigin" in clientDataJSON': "it was made in another site's frame",
  "Packed Attestation with ES384 Credential": "the algorithm is not offered",
  "Packed Attestation with ES512 Credential": "the algorithm is not offered",
  "Packed Attestation with Ed448 Credential": "the algorithm is not offered",
};

const USER_VERIFIED = 0x04;
/** The position of the flags in authenticator data, in bytes: after the RP ID's hash. */
const FLAGS_START = 32;
const RP_ID_HASH = createHash("sha256").update(RP_ID).digest();

/** @returns whether the authenticator says that it has verified the user */
function isVerified(data: string): boolean {
  const flags = bytes(data).at(bytes(data).indexOf(RP_ID_HASH) + FLAGS_START) ?? 0;
  return (flags & USER_VERIFIED) !== 0;
}

async function open(
  { registration, authentication }: Vector,
  requireUserVerification: boolean | undefined,
  attestationType?: "direct",
) {
  const optionsWith = (challenge: string) => ({ timeout: 60_000, challenge: bytes(challenge) });
  const provider = PasskeyProvider({
    registrationOptions: { ...optionsWith(registration.challenge), attestationType },
    authenticationOptions: optionsWith(authentication.challenge),
    ...(requireUserVerification !== undefined && {
      verifyRegistrationOptions: { requireUserVerification },
      verifyAuthenticationOptions: { requireUserVerification },
    }),
  });
  return openApplication({ providers: [provider], pages: { signIn: "/sign-in", error: "/error" }, ...ENABLED }, ORIGIN);
}

async function answer(visitor: Visitor, action: "register" | "authenticate", vector: Vector, response: object) {
  const options = await optionsFor(visitor, action);
  const { challenge } = action === "register" ? vector.registration : vector.authentication;
  expect(options.challenge).toBe(challenge);
  const { credentialId: id } = vector;
  const data = { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  return answerWith(visitor, action, data);
}

/** @returns the errors of registration and sign-in; null if there was none, undefined if there was no sign-in */
async function outcomeOf(vector: Vector, requireUserVerification?: boolean, attestationType?: "direct") {
  const app = await open(vector, requireUserVerification, attestationType);
  const owner = await app.signedIn("ada@example.com");
  const { clientDataJSON, attestationObject } = vector.registration;
  const registered = errorOf(await answer(owner, "register", vector, { clientDataJSON, attestationObject }));
  expect(await app.prisma.authenticator.count()).toBe(registered === null ? 1 : 0);
  expect(await app.prisma.account.count()).toBe(registered === null ? 1 : 0);
  if (registered) return { registered };
  const visitor = app.visitor();
  const signedIn = errorOf(await answer(visitor, "authenticate", vector, vector.authentication));
  expect((await visitor.session())?.user?.email).toBe(signedIn === null ? "ada@example.com" : undefined);
  return { registered, signedIn };
}

const isOffered = ({ title }: Vector) => REASONS[title] === undefined;

describe("of the W3C's test vectors, if user verification is not required", () => {
  it.each(VECTORS.filter(isOffered))("$title is registered and signs in", async (vector) => {
    expect(await outcomeOf(vector, false)).toEqual({ registered: null, signedIn: null });
  });

  it.each(VECTORS.filter((vector) => !isOffered(vector)).map((vector) => ({ ...vector, why: REASONS[vector.title] })))(
    "$title is refused: $why",
    async (vector) => {
      expect(await outcomeOf(vector, false)).toEqual({ registered: REFUSED });
    },
  );

  it("ten are accepted, whatever their attestation, and five refused", () => {
    expect(VECTORS.filter(isOffered)).toHaveLength(10);
    expect(VECTORS).toHaveLength(15);
  });
});

it("an attestation that the application asks for is checked", async () => {
  const named = (text: string) => VECTORS.find(({ title }) => title.startsWith(text)) as Vector;
  // No maker of TPMs has the name in this one.
  expect(await outcomeOf(named("TPM Attestation"), false, "direct")).toEqual({ registered: REFUSED });
  expect((await outcomeOf(named("ES256 Credential with Self"), false, "direct")).registered).toBeNull();
});

describe("of the W3C's test vectors, as the layer is used: the user has to be verified", () => {
  it.each(VECTORS.filter(isOffered))("$title passes if its authenticator has verified the user", async (vector) => {
    const { registration, authentication } = vector;
    const registered = isVerified(registration.attestationObject) ? null : REFUSED;
    const signedIn = isVerified(authentication.authenticatorData) ? null : REFUSED;
    expect(await outcomeOf(vector)).toEqual(registered ? { registered } : { registered, signedIn });
  });
});
