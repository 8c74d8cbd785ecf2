// What a user pressed that needed a fresh sign-in. After it, the page shows the same section, with the same question
// open, and asks to press again. Nothing is carried out by itself, so a copied or invented cookie does nothing.

import "server-only";
import { KEPT } from "../../lib/form-fields";
import { keptValues } from "../forms";
import { readFlash, setCookie } from "./cookies";

export interface PendingAction {
  /** The id of the section. */
  section: string;
  /** The form's id, the button of an OpeningForm as `open`, and what was typed. */
  fields: Record<string, string>;
}

/** The cookie's value has at most so many characters. The id of a passkey, or what was typed, can be longer. */
const MAX_LENGTH = 1000;

/** @param page ends in the section's fragment */
export function rememberPendingAction(userId: string, page: string, form?: FormData): void {
  const [, section = ""] = page.split("#");
  // Other fields may be secret.
  const value = JSON.stringify({ userId, section, fields: form ? keptValues(form, [KEPT]) : {} });
  if (section && value.length <= MAX_LENGTH) setCookie("pending-action", value);
}

/** @returns null if the user pressed nothing, or another user did. Shown once */
export function readPendingAction(userId: string): PendingAction | null {
  try {
    const { userId: presser, section, fields } = JSON.parse(readFlash("pending-action") ?? "{}");
    const isWhole = typeof section === "string" && Object.values(fields).every((value) => typeof value === "string");
    return presser === userId && isWhole ? { section, fields } : null;
  } catch {
    return null;
  }
}
