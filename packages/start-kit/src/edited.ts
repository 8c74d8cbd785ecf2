import type MagicString from "magic-string";

/** @returns a changed module as a plugin hands it over: its code, and a map to the lines of the original */
export function edited(text: MagicString) {
  return { code: text.toString(), map: text.generateMap({ hires: "boundary" }) };
}
