// The marks of fields whose input is no secret, and what tells forms apart. A form sends a mark with the field's name as its value, in a hidden
// field (src/components/ui/use-field.tsx), and the server keeps what is marked, and nothing else (src/server/forms.ts).

/** Kept while a refused form is corrected, and while the user signs in again. */
export const KEPT = "form-keep";

/** Kept while a refused form is corrected: confirmations, which are typed anew after a sign-in. */
export const SHOWN = "form-show";

export const MARKS = [KEPT, SHOWN] as const;

export type Mark = (typeof MARKS)[number];

/** The hidden field with the form's id. */
export const FORM_ID = "form-id";

/**
 * The id of a form. The server keeps it with the input, and fields can be secrets. So it has digests of 32 bits: they tell
 * the forms of a page apart, and nothing of a long random token.
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

/** Types of fields with what a user has written or chosen. Passwords and files are none. */
const HARMLESS_TYPES = [
  "text",
  "email",
  "url",
  "tel",
  "search",
  "number",
  "date",
  "time",
  "datetime-local",
  "month",
  "week",
  "range",
  "color",
  "checkbox",
] as const;

export type HarmlessType = (typeof HARMLESS_TYPES)[number];

/** The values of `autocomplete` for secrets: passwords, codes and cards. */
const SECRETS = /password|one-time-code|^cc-/;

/** @returns the mark of a field; undefined for a secret */
export function markOf(type = "text", autocomplete = ""): Mark | undefined {
  if (!HARMLESS_TYPES.some((harmless) => harmless === type) || SECRETS.test(autocomplete)) return undefined;
  return autocomplete === "off" ? SHOWN : KEPT;
}
