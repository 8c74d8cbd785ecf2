// The W3C's test vectors with the real handler: a signed-in user registers each passkey, then signs in with it. The
// challenges are set in the provider's options; everything else is as usual.

import { expect, it } from "vitest";
import { Passkey as PasskeyProvider } from "../../../src";
import { openApplication } from "../../support/application";
import { answerWith, ENABLED, optionsFor } from "../../support/passkeys";
import { errorOf, type Visitor } from "../../support/visitor";
import { RP_ID, VECTORS, type Vector } from "./webauthn-vectors";

const REFUSED = "WebAuthnVerificationError";

async function answer(visitor: Visitor, action: "register" | "authenticate", vector: Vector, response: object) {
  const options = await optionsFor(visitor, action);
  const { challenge } = action === "register" ? vector.registration : vector.authentication;
  expect(options.challenge).toBe(challenge);
  const { credentialId: id } = vector;
  const data = { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  return errorOf(await answerWith(visitor, action, data));
}

/** @returns the errors of registration and sign-in; null if there was none, undefined if there was no sign-in */
async function outcomeOf(vector: Vector, requireUserVerification?: boolean, attestationType?: "direct") {
  const { registration, authentication } = vector;
  const optionsWith = (challenge: string) => ({ timeout: 60_000, challenge: Buffer.from(challenge, "base64url") });
  const provider = PasskeyProvider({
    registrationOptions: { ...optionsWith(registration.challenge), attestationType },
    authenticationOptions: optionsWith(authentication.challenge),
    ...(requireUserVerification !== undefined && {
      verifyRegistrationOptions: { requireUserVerification },
      verifyAuthenticationOptions: { requireUserVerification },
    }),
  });
  const app = await openApplication({ providers: [provider], ...ENABLED }, `https://${RP_ID}`);
  const owner = await app.signedIn("ada@example.com");
  const { clientDataJSON, attestationObject } = registration;
  const registered = await answer(owner, "register", vector, { clientDataJSON, attestationObject });
  expect(await app.prisma.authenticator.count()).toBe(registered === null ? 1 : 0);
  expect(await app.prisma.account.count()).toBe(registered === null ? 1 : 0);
  if (registered) return [registered, undefined];
  const visitor = app.visitor();
  const signedIn = await answer(visitor, "authenticate", vector, authentication);
  expect((await visitor.session())?.user?.email).toBe(signedIn === null ? "ada@example.com" : undefined);
  return [registered, signedIn];
}

it.each(VECTORS)("$title is registered and signs in, if user verification is not required", async (vector) => {
  expect(await outcomeOf(vector, false)).toEqual([null, null]);
});

it.each(VECTORS)("$title passes, as the layer is used, if its authenticator has verified the user", async (vector) => {
  const [registered, signedIn] = vector.isVerified.map((isVerified) => (isVerified ? null : REFUSED));
  expect(await outcomeOf(vector)).toEqual([registered, registered ? undefined : signedIn]);
});

it("an attestation that the application asks for is checked", async () => {
  const named = (text: string) => VECTORS.find(({ title }) => title.startsWith(text)) as Vector;
  // No maker of TPMs has the name in this one.
  expect(await outcomeOf(named("TPM Attestation"), false, "direct")).toEqual([REFUSED, undefined]);
  expect((await outcomeOf(named("Packed Attestation with Ed25519"), false, "direct"))[0]).toBeNull();
});
