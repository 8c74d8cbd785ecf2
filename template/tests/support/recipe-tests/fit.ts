// The pages of recipes on a phone, with words that never end. The copy that recipes.spec.ts builds has them.

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { type App, expect, insertSession, type SignedInUser, signedIn } from "../../../../tests/support/test.ts";
import { expectToFit } from "../fit.ts";
import { insertNotes } from "./notes.ts";
import type { RecipeTest } from "./recipe-test.ts";

const WORD = "x".repeat(60);

export function testFit(test: RecipeTest): void {
  test("model, detail, list, secret-link, download, lines, teams, team-rows, api-tokens, AGENTS.md: a word without end fits a phone, and each button's word stays whole", async ({
    page,
    app,
    context,
  }) => {
    const user = await signedIn(app, context);
    const [note] = insertNotes(app, user, [WORD.repeat(8)]);
    const team = insertOthers(app, user, await insertSession(app, `${WORD}@example.com`));
    await page.setViewportSize({ width: 320, height: 844 });
    for (const path of [
      "notes",
      `note/${note}`,
      "note-list",
      "shared-notes",
      "notes-print",
      "quotes",
      "teams",
      `teams/${team}/notes`,
      "tokens",
      "invoices",
    ]) {
      await page.goto(`/protected/${path}`);
      await expect(page.getByText(path.startsWith("note/") ? "Edit note" : WORD.slice(0, 50)).first()).toBeVisible();
      await expectToFit(page, path);
      expect(await brokenButtons(page), path).toEqual([]);
    }
  });
}

/** Inserts a row of each table whose rows a page shows. @returns the id of the team */
function insertOthers({ database }: App, { id }: SignedInUser, member: SignedInUser): string {
  const insert = (table: string, row: Record<string, string | number>) => {
    const columns = Object.keys(row).map((name) => `"${name}"`);
    const values = columns.map(() => "?");
    database
      .prepare(`INSERT INTO "${table}" (${columns.join(", ")}) VALUES (${values.join(", ")})`)
      .run(...Object.values(row));
  };
  const [team, soon] = [randomUUID(), new Date(Date.now() + 60_000).toISOString()];
  insert("DeletedNote", { userId: id, noteId: team, text: WORD, createdAt: soon, expires: soon });
  insert("Team", { id: team, name: WORD });
  insert("Membership", { teamId: team, userId: id, role: "owner" });
  insert("Membership", { teamId: team, userId: member.id, role: "member" });
  insert("TeamNote", { id: team, teamId: team, authorId: member.id, text: WORD });
  insert("ApiToken", { id: team, userId: id, name: WORD, hash: team });
  insert("Invoice", { id: team, userId: id, customer: WORD, cents: 100 });
  insert("Quote", { id: team, userId: id, customer: WORD });
  return team;
}

/** @returns the words of buttons that are on two lines */
function brokenButtons(page: Page): Promise<string[]> {
  return page.locator(".button:visible").evaluateAll((buttons) => {
    const texts = buttons.flatMap((button) => [...button.childNodes].filter((node) => node instanceof Text));
    const words = texts.filter(({ data }) => !data.trim().includes(" "));
    const isBroken = (word: Text) => {
      const range = document.createRange();
      range.selectNodeContents(word);
      return range.getClientRects().length > 1;
    };
    return words.filter(isBroken).map(({ data }) => data);
  });
}
