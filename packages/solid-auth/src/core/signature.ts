// Signatures of passkeys. @simplewebauthn/server 9, the newest that @auth/core 0.41 takes, drops leading zeros of an
// ECDSA signature's numbers, and so refuses one genuine answer in 128 (MasterKale/SimpleWebAuthn#594).

import { createPublicKey, hash, verify } from "node:crypto";
import type { WebAuthnConfig } from "@auth/core/providers/webauthn";
import { webAuthnHelpers } from "./webauthn-helpers.ts";

type VerifyAnswer = WebAuthnConfig["simpleWebAuthn"]["verifyAuthenticationResponse"];

/** @returns the library's check of an answer, with a second check of the signature where only the signature failed */
export function acceptShortSignatures(verifyAnswer: VerifyAnswer): VerifyAnswer {
  return async (options) => {
    const result = await verifyAnswer(options);
    // Every other fault of an answer throws.
    return result.verified ? result : { ...result, verified: await isSignedWithP256(options) };
  };
}

async function isSignedWithP256({ response, authenticator }: Parameters<VerifyAnswer>[0]): Promise<boolean> {
  const { cose, decodeCredentialPublicKey } = await webAuthnHelpers();
  const key = decodeCredentialPublicKey(authenticator.credentialPublicKey);
  if (!cose.isCOSEPublicKeyEC2(key) || key.get(cose.COSEKEYS.crv) !== cose.COSECRV.P256) return false;
  const [x, y] = [key.get(cose.COSEKEYS.x), key.get(cose.COSEKEYS.y)].map(toBase64Url);
  const jwk = { kty: "EC", crv: "P-256", x, y };
  const { clientDataJSON, authenticatorData, signature } = response.response;
  const clientDataHash = hash("sha256", Buffer.from(clientDataJSON, "base64url"), "buffer");
  const signed = Buffer.concat([Buffer.from(authenticatorData, "base64url"), clientDataHash]);
  return verify("sha256", signed, createPublicKey({ key: jwk, format: "jwk" }), Buffer.from(signature, "base64url"));
}

function toBase64Url(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString("base64url");
}
