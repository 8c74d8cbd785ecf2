// Converts passkeys to and from JSON without the browser's own methods. Browsers got passkeys in 2022, and these
// methods between 2023 and 2025. Some password managers replace the browser's objects by plain ones: without a
// prototype, `toJSON` or `getTransports`, or with text in place of bytes.

type Json = Record<string, unknown>;

/** @param json the server's options, with base64url in place of bytes */
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

/** @returns the browser's answer, with base64url in place of bytes; null for an answer without an id or a response */
export function credentialJson(credential: unknown): (Json & { id: string }) | null {
  const { id: name, rawId, response }: Json = Object(credential);
  const id = toBase64Url(name) ?? toBase64Url(rawId);
  if (!id || !response) return null;
  const parts = response as Json;
  return {
    id,
    type: "public-key",
    rawId: toBase64Url(rawId) ?? id,
    response: {
      clientDataJSON: toBase64Url(parts.clientDataJSON),
      attestationObject: toBase64Url(parts.attestationObject),
      authenticatorData: toBase64Url(parts.authenticatorData),
      signature: toBase64Url(parts.signature),
      userHandle: toBase64Url(parts.userHandle),
      transports: transportsOf(parts),
    },
  };
}

/** The transports are a hint: a passkey works without them. */
function transportsOf(response: Json): string[] | undefined {
  try {
    const { getTransports, transports } = response as Partial<AuthenticatorAttestationResponse> & Json;
    const list = getTransports ? getTransports.call(response) : transports;
    return (list as unknown[]).filter((each) => typeof each === "string");
  } catch {
    return undefined;
  }
}

function descriptors(list: PublicKeyCredentialDescriptorJSON[] = []): PublicKeyCredentialDescriptor[] {
  return list.map((each) => ({ ...each, id: fromBase64Url(each.id) }) as PublicKeyCredentialDescriptor);
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** @param bytes may be text already, as in WebAuthn's JSON */
function toBase64Url(bytes: unknown): string | undefined {
  if (typeof bytes === "string") return urlSafe(bytes);
  if (ArrayBuffer.isView(bytes)) return encode(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return bytes ? encode(new Uint8Array(bytes as ArrayBuffer)) : undefined;
}

const encode = (bytes: Uint8Array) => urlSafe(btoa(String.fromCharCode(...bytes)));

const urlSafe = (text: string) => text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
