/** In characters. The notice's cookie contains the field's id, and a passkey's id can have a thousand characters. */
const FIELD_ID_LENGTH = 40;

/** The id of the field with a passkey's name. The end of the credential's id is its least predictable part. */
export function passkeyField(credentialId: string): string {
  return `passkey-${credentialId.slice(-FIELD_ID_LENGTH)}`;
}

/** @returns a form field as one trimmed line of text without control characters; "" if the field is not text */
export function plainText(field: unknown): string {
  if (typeof field !== "string") return "";
  return field.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
