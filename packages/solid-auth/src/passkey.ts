// The provider for passkeys. Auth.js's own asks for version 9 of @simplewebauthn/server, and loads it with the server.

import type { WebAuthnConfig } from "@auth/core/providers/webauthn";
import { simpleWebAuthn } from "./core/webauthn.ts";

const TIMEOUT_MS = 5 * 60 * 1000;

/** The options of Auth.js's provider of this name, except two functions that are always the package's own. */
type PasskeyProviderOptions = Partial<Omit<WebAuthnConfig, "getUserInfo" | "simpleWebAuthn">>;

/**
 * Passkeys: registered by a signed-in user, and used without typing a name. The visitor has to prove who they are to
 * the authenticator.
 *
 * @param options for example `relayingParty`
 */
export function Passkey(options: PasskeyProviderOptions = {}): WebAuthnConfig {
  return {
    id: "passkey",
    name: "Passkey",
    enableConditionalUI: true,
    // For Auth.js's own sign-in page, which knows no later version.
    simpleWebAuthnBrowserVersion: "v9.0.1",
    formFields: { email: { label: "Email", required: true, autocomplete: "username webauthn" } },
    authenticationOptions: { timeout: TIMEOUT_MS, userVerification: "required" },
    registrationOptions: {
      timeout: TIMEOUT_MS,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    },
    verifyAuthenticationOptions: { requireUserVerification: true },
    verifyRegistrationOptions: { requireUserVerification: true },
    getUserInfo: async () => null,
    getRelayingParty: ({ provider: { relayingParty }, url }) => ({
      id: first(relayingParty?.id) ?? url.hostname,
      name: first(relayingParty?.name) ?? url.host,
      origin: first(relayingParty?.origin) ?? url.origin,
    }),
    simpleWebAuthn,
    ...options,
    type: "webauthn",
  };
}

function first(value: string | string[] | undefined): string | undefined {
  return [value].flat()[0];
}
