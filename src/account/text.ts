/** In characters. The notice's cookie contains the field's id, and a passkey's id can have a thousand characters. */
const FIELD_ID_LENGTH = 40;

/** The id of the field with a passkey's name. The end of the credential's id is its least predictable part. */
export function passkeyField(credentialId: string): string {
  return `passkey-${credentialId.slice(-FIELD_ID_LENGTH)}`;
}
