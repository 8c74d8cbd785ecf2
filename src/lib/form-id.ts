// What tells a form from others of its page. It is apart from ./form-fields.ts because every signed-in page has fields,
// and few have forms of an action.

/** The hidden field with the form's id. */
export const FORM_ID = "form-id";

/**
 * The id of a form. The server keeps it with the input, and fields can be secrets. So it has digests of 32 bits: they
 * tell the forms of a page apart, and nothing of a long random token.
 *
 * @param action the URL of its action
 * @param fields what tells it from others of this action
 */
export function formId(action: string, fields: Record<string, string | undefined> = {}): string {
  return `${digest(action)}.${digest(JSON.stringify(fields))}`;
}

/** @returns whether two ids are of forms with the same fields. Another build can have another URL of the action */
export function haveSameFields(id: string, other: string): boolean {
  return id.split(".")[1] === other.split(".")[1];
}

function digest(text: string): string {
  let sum = 0;
  for (const character of text) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(36);
}
