// Notes of the recipe for a model, which further recipes begin with.

import { randomUUID } from "node:crypto";
import type { App, SignedInUser } from "../../../../tests/support/test.ts";

/** Inserts notes of a user, each a minute newer than the one before. @returns their ids */
export function insertNotes(app: App, { id: userId }: SignedInUser, texts: string[]): string[] {
  const insert = app.database.prepare(`INSERT INTO "Note" ("id", "userId", "text", "createdAt") VALUES (?, ?, ?, ?)`);
  return texts.map((text, index) => {
    const id = randomUUID();
    insert.run(id, userId, text, new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString());
    return id;
  });
}
