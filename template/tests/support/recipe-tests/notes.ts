// Notes of the recipe for a model, which further recipes begin with.

import { randomUUID } from "node:crypto";
import { type App, insert, type SignedInUser } from "../../../../tests/support/test.ts";
import { actionAt, inOneTransaction, sendAs } from "./forms.ts";

export const SHARED_NOTES = "/protected/shared-notes";

/** Inserts notes of a user, each a minute newer than the one before. @returns their ids */
export function insertNotes(app: App, { id: userId }: SignedInUser, texts: string[]): string[] {
  const notes = texts.map((text, index) => {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString();
    return { id: randomUUID(), userId, text, createdAt };
  });
  inOneTransaction(app, () => {
    for (const note of notes) insert(app, "Note", note);
  });
  return notes.map(({ id }) => id);
}

/** @returns a secret link to a new note, which is shown once */
export async function shareNewNote(app: App, user: SignedInUser, text: string): Promise<string> {
  const [id = ""] = insertNotes(app, user, [text]);
  const share = await actionAt(app, user, SHARED_NOTES, "Make a link");
  return (await (await sendAs(app, user, share, { id })).json()).link;
}
