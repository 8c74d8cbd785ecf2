// Six questions for a page of the user's rows, with a form to add one and a button to delete each: its title, the
// order, what it refuses, whose rows they are, where its words and buttons come from, and whether the rows leave with
// the user.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import type { App } from "../../../tests/support/app.ts";
import { expect, expectRows, insertSession, rows, signedIn } from "../../../tests/support/test.ts";

export interface ModelPage {
  /** Of the page, which is also its file below src/routes. */
  path: string;
  title: string;
  table: string;
  add: string;
  /** What is typed for each of two rows, by label, and the text that the page then shows. */
  added: [
    first: { fields: Record<string, string>; shown: string },
    second: { fields: Record<string, string>; shown: string },
  ];
  /** What the form refuses: the field by its label, with its text. */
  refused: { fields: Record<string, string>; label: string; text: string }[];
  /** Another user's row, by column. */
  others: Record<string, string | number>;
  /** What is shown of it to its owner. */
  othersText: string;
}

export async function expectSixAnswers(
  { app, page, context }: { app: App & { folder: string }; page: Page; context: BrowserContext },
  model: ModelPage,
): Promise<void> {
  const other = await insertSession(app);
  const columns = { id: "other", userId: other.id, ...model.others };
  const names = Object.keys(columns).map((name) => `"${name}"`);
  const places = names.map(() => "?");
  app.database.prepare(`INSERT INTO "${model.table}" (${names}) VALUES (${places})`).run(...Object.values(columns));
  const { id, email } = await signedIn(app, context);
  const shown = model.added.map((row) => row.shown);
  const send = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
    await page.getByRole("button", { name: model.add }).click();
  };

  await page.goto(model.path);
  await expect(page, "1. the title").toHaveTitle(new RegExp(`^${model.title} · `));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(model.title);

  for (const row of model.added) {
    await send(row.fields);
    await expect(page.getByText(row.shown)).toBeVisible();
  }
  const list = page.getByText(new RegExp(`^(${shown.map((text) => RegExp.escape(text)).join("|")})$`));
  await expect(list, "2. the order: the newest first").toHaveText(shown.toReversed());

  for (const { fields, label, text } of model.refused) {
    await send(fields);
    await expect(page.getByLabel(label), "3. a refusal at the field").toHaveAccessibleDescription(text);
    await expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
    for (const [name, typed] of Object.entries(fields)) await expect(page.getByLabel(name)).toHaveValue(typed);
  }
  expect(rows(app, model.table, "userId", id)).toHaveLength(model.added.length);

  await page.goto(model.path);
  await expect(list).toHaveText(shown.toReversed());
  await expect(page.getByText(model.othersText), "4. the owner in each where").toHaveCount(0);
  const rowId = page.locator('input[name="id"]');
  const forms = page.locator("form").filter({ has: rowId });
  await expect(forms).toHaveCount(2);
  await forms
    .first()
    .locator(rowId)
    .evaluate((input) => input.setAttribute("value", "other"));
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await forms.first().getByRole("button").click();
  await answered;
  await forms.last().getByRole("button").click();
  await expect(list).toHaveText(shown.slice(1));
  await expectRows(app, model.table, "userId", other.id).toHaveLength(1);

  const source = readFileSync(join(app.folder, `src/routes${model.path}.tsx`), "utf8");
  expect(source, "5. words from src/messages").not.toMatch(/>\s*\w[^<>{}=]*<\//);
  for (const button of await page.getByRole("main").getByRole("button").all())
    await expect(button).toHaveClass(/^button /);

  const data = await (await page.request.get("/account/data")).text();
  const [kept] = Object.values(model.added[1].fields);
  expect(data, "6. the download and the end of the account").toContain(kept);
  for (const text of Object.values(model.others)) if (typeof text === "string") expect(data).not.toContain(text);
  await page.goto("/account");
  const deletion = page.locator("form", { has: page.getByRole("button", { name: "Delete account" }) });
  await deletion.getByRole("textbox").fill(email);
  await deletion.getByRole("button").click();
  await expect(page).toHaveURL("/");
  await expectRows(app, model.table, "userId", id).toEqual([]);
  await expectRows(app, model.table, "userId", other.id).toHaveLength(1);
}
