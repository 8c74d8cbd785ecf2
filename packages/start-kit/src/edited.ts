import type MagicString from "magic-string";

/** @returns a changed module in the form that a plugin returns: its code, and a map to the original lines */
export function edited(text: MagicString) {
  return { code: text.toString(), map: text.generateMap({ hires: "boundary" }) };
}
