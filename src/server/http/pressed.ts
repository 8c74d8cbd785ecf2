// What a user pressed that needed a fresh sign-in. After it, the page shows the same place, with the same question
// open, and asks to press again. Nothing is carried out by itself, so a copied or invented cookie does nothing.

import "server-only";
import { readFlash, setCookie } from "./cookies";

export interface Pressed {
  /** The id of the section. */
  place: string;
  /** The hidden fields of an OpeningForm, and its button as `open`. */
  fields: Record<string, string>;
}

/** Only what names a button and its row. Other fields may be secret. */
const KEPT_FIELDS = ["open", "id", "provider"];

/** In characters. The id of a passkey can be longer than a cookie may be. */
const MAX_LENGTH = 500;

/** @param page ends in the section's fragment */
export function rememberPressed(userId: string, page: string, form?: FormData): void {
  const [, place = ""] = page.split("#");
  const fields = KEPT_FIELDS.flatMap((name) => {
    const value = form?.get(name);
    return typeof value === "string" ? [[name, value]] : [];
  });
  const value = JSON.stringify({ userId, place, fields: Object.fromEntries(fields) });
  if (place && value.length <= MAX_LENGTH) setCookie("pressed", value);
}

/** @returns null if the user pressed nothing, or another user did. Shown once */
export function readPressed(userId: string): Pressed | null {
  try {
    const { userId: presser, place, fields } = JSON.parse(readFlash("pressed") ?? "{}");
    const isWhole = typeof place === "string" && Object.values(fields).every((value) => typeof value === "string");
    return presser === userId && isWhole ? { place, fields } : null;
  } catch {
    return null;
  }
}
