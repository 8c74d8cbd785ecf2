/** What a person is called, in characters. */
export const MAX_NAME_LENGTH = 100;

/** What a passkey is called, in characters. */
export const MAX_PASSKEY_NAME_LENGTH = 50;

/** @returns a form's field as one line of text: no control characters, no space around it; "" for what is no text */
export function plainText(field: unknown): string {
  if (typeof field !== "string") return "";
  return field.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
