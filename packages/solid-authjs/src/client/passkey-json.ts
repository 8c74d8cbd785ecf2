// Passkeys as JSON, by hand. Browsers have methods for it since 2023 to 2025 and passkeys since 2022, and some password
// managers replace the browser's objects by plain ones: without a prototype, `toJSON` or `getTransports`.

type Json = Record<string, unknown>;

/** @param json what the server asks for, with base64url in place of bytes */
export function parseCreationOptions(json: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  return {
    ...(json as unknown as PublicKeyCredentialCreationOptions),
    challenge: fromBase64Url(json.challenge),
    user: { ...json.user, id: fromBase64Url(json.user.id) },
    excludeCredentials: descriptors(json.excludeCredentials),
  };
}

/** See {@link parseCreationOptions}. */
export function parseRequestOptions(json: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  return {
    ...(json as unknown as PublicKeyCredentialRequestOptions),
    challenge: fromBase64Url(json.challenge),
    allowCredentials: descriptors(json.allowCredentials),
  };
}

/** @returns the browser's answer, with base64url in place of bytes; null for one without an id or a response */
export function credentialJson(credential: Credential | null): (Json & { id: string }) | null {
  const { id, type, rawId, authenticatorAttachment, response } = (credential ?? {}) as Partial<PublicKeyCredential>;
  if (!id || !rawId || !response) return null;
  const parts = response as Partial<AuthenticatorAttestationResponse & AuthenticatorAssertionResponse>;
  return {
    id,
    type,
    rawId: toBase64Url(rawId),
    authenticatorAttachment: authenticatorAttachment ?? undefined,
    clientExtensionResults: (credential as Partial<PublicKeyCredential>).getClientExtensionResults?.() ?? {},
    response: {
      clientDataJSON: toBase64Url(parts.clientDataJSON),
      attestationObject: toBase64Url(parts.attestationObject),
      authenticatorData: toBase64Url(parts.authenticatorData),
      signature: toBase64Url(parts.signature),
      userHandle: toBase64Url(parts.userHandle),
      transports: parts.getTransports?.(),
    },
  };
}

function descriptors(list: PublicKeyCredentialDescriptorJSON[] = []): PublicKeyCredentialDescriptor[] {
  return list.map((each) => ({ ...each, id: fromBase64Url(each.id) }) as PublicKeyCredentialDescriptor);
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

function toBase64Url(bytes: ArrayBuffer | null | undefined): string | undefined {
  if (!bytes) return undefined;
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
