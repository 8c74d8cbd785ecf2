/** @returns a form field as one trimmed line of text without control characters; "" if the field is not text */
export function plainText(field: unknown): string {
  if (typeof field !== "string") return "";
  return field.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
