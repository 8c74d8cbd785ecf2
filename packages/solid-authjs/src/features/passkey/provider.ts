// The provider for passkeys. Auth.js's own provider needs version 9 of @simplewebauthn/server, and loads it at the
// start.

import type { WebAuthnConfig } from "@auth/core/providers/webauthn";
import { simpleWebAuthn } from "./webauthn.ts";

const TIMEOUT_MS = 5 * 60 * 1000;

/** The options of Auth.js's provider of this name, except two functions that are always the package's own. */
interface PasskeyProviderOptions extends Partial<Omit<WebAuthnConfig, "getUserInfo" | "simpleWebAuthn">> {
  /**
   * The origins of an application that has several domains, like "https://example.com" and "https://example.de".
   * Passkeys belong to the host of the first origin, and work on all of them. That host serves the list as
   * `{ "origins": [...] }` at /.well-known/webauthn, where browsers look for it. They may read no more than five names
   * in it, such as `example` (WebAuthn Level 3, 5.11).
   */
  relatedOrigins?: string[];
}

/**
 * Passkeys: a signed-in user registers them, and signs in without typing a name. The visitor has to prove their
 * identity to the authenticator.
 *
 * @param options for example `relayingParty`
 */
export function Passkey({ relatedOrigins = [], ...options }: PasskeyProviderOptions = {}): WebAuthnConfig {
  const [main = ""] = relatedOrigins;
  return {
    id: "passkey",
    name: "Passkey",
    enableConditionalUI: true,
    // Auth.js's own sign-in page works with no later version.
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
    // An answer counts only at the origin where the browser made it, even among related origins.
    getRelayingParty: ({ provider: { relayingParty }, url }) => ({
      id: first(relayingParty?.id) ?? (relatedOrigins.includes(url.origin) ? new URL(main) : url).hostname,
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

/** @returns the problems of related origins, one line each, for a check at startup */
export function relatedOriginProblems(origins: string[]): string[] {
  const wrong = origins.filter((origin) => !origin.startsWith("https://") || URL.parse(origin)?.origin !== origin);
  return wrong.map((origin) => `relatedOrigins: "${origin}" is not an https origin, like https://example.com.`);
}
