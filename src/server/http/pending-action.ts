// What a user pressed that needed a fresh sign-in. After it, the page shows the same section, with the same question
// open, and asks to press again. Nothing is carried out by itself, so a copied or invented cookie does nothing.

import "server-only";
import { KEPT } from "../../lib/form-fields";
import { keptValues } from "../forms";
import { readFlash, setCookie } from "./cookies";
import { fitValues } from "./fit-cookie";

export interface PendingAction {
  /** The id of the section, or "". */
  section: string;
  /** The form's id, the button of an OpeningForm as `open`, and what was typed. */
  fields: Record<string, string>;
}

/** The cookie's value has at most so many bytes. The longest of what was typed is left out. */
const MAX_LENGTH = 2000;

/** @param page may end in the section's fragment */
export function rememberPendingAction(userId: string, page: string, form?: FormData): void {
  const [, section = ""] = page.split("#");
  // Other fields may be secret.
  const typed = form ? keptValues(form, [KEPT]) : {};
  const value = fitValues(typed, (fields) => JSON.stringify({ userId, section, fields }), MAX_LENGTH);
  const asks = section || Object.keys(typed).length > 0;
  if (asks && value) setCookie("pending-action", value);
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
