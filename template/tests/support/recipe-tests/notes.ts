// Notes of the recipe for a model, which further recipes begin with.

import { randomUUID } from "node:crypto";
import type { App, SignedInUser } from "../../../../tests/support/test.ts";
import { actionAt, sendAs } from "./forms.ts";

export const SHARED_NOTES = "/protected/shared-notes";

/** Inserts notes of a user, each a minute newer than the one before. @returns their ids */
export function insertNotes(app: App, { id: userId }: SignedInUser, texts: string[]): string[] {
  const insert = app.database.prepare(`INSERT INTO "Note" ("id", "userId", "text", "createdAt") VALUES (?, ?, ?, ?)`);
  return texts.map((text, index) => {
    const id = randomUUID();
    insert.run(id, userId, text, new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString());
    return id;
  });
}

/** @returns a secret link to a new note, which is shown once */
export async function shareNewNote(app: App, user: SignedInUser, text: string): Promise<string> {
  const [id = ""] = insertNotes(app, user, [text]);
  const share = await actionAt(app, user, SHARED_NOTES, "Make a link");
  return (await (await sendAs(app, user, share, { id })).json()).link;
}
