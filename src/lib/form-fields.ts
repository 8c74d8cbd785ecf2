// The marks of fields whose input is no secret. A form sends a mark with the field's name as its value, in a hidden
// field (src/components/ui/use-field.tsx), and the server keeps what is marked, and nothing else (src/server/forms.ts).

/** Kept while a refused form is corrected, and while the user signs in again. */
export const KEPT = "form-keep";

/** Kept while a refused form is corrected: confirmations, which are typed anew after a sign-in. */
export const SHOWN = "form-show";

export const MARKS = [KEPT, SHOWN] as const;

export type Mark = (typeof MARKS)[number];

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

/** The values of `autocomplete` for secrets: passwords, codes and cards, also behind words like "billing". */
const SECRETS = /password|one-time-code|\bcc-/i;

/** @returns the mark of a field; undefined for a secret */
export function markOf(type = "text", autocomplete = ""): Mark | undefined {
  if (!HARMLESS_TYPES.some((harmless) => harmless === type) || SECRETS.test(autocomplete)) return undefined;
  return autocomplete.toLowerCase() === "off" ? SHOWN : KEPT;
}
