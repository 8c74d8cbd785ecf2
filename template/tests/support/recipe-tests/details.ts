// The recipe for a page of one row, tried in a browser. The copy that recipes.spec.ts builds has it.

import type { Page } from "@playwright/test";
import { notFoundText } from "../../../../src/messages/errors.ts";
import { expectAccessible } from "../../../../tests/support/accessible.ts";
import { clientOf, textsOf } from "../../../../tests/support/client.ts";
import { claimed, expect, expectRows, insertSession, rows, signedIn } from "../../../../tests/support/test.ts";
import { actionAt, actionOf, pressSignedOut, sendAs } from "./forms.ts";
import { insertNotes } from "./notes.ts";
import type { RecipeTest } from "./recipe-test.ts";

const PAGE = "/protected/notes";
const pageOf = (id = "") => `/protected/note/${id}`;

export function testDetails(test: RecipeTest): void {
  test("detail: a note is edited, deleted by one press, and brought back by another", async ({ page, app, user }) => {
    const [id] = insertNotes(app, user, ["Buy bread", "Call Ada"]);
    await page.goto(PAGE);
    await page.getByRole("link", { name: "Buy bread" }).click();
    await expect(page.getByRole("heading", { name: "Edit note" })).toBeVisible();
    const field = page.getByLabel("Note", { exact: true });
    await expect(field).toHaveValue("Buy bread");
    await field.fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(field).toHaveAccessibleDescription("Please write something.");
    await field.fill("<b>Buy</b> milk");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "<b>Buy</b> milk" }).click();
    await expect(page.getByRole("heading", { name: "Edit note" })).toBeVisible();
    await expectAccessible(page, "a note");

    await page.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("You have deleted “<b>Buy</b> milk”.")).toBeVisible();
    await expectAccessible(page, "the notes with the undo");
    expect(rows(app, "Note", "userId", user.id)).toHaveLength(1);
    expect(await (await page.request.get("/account/data")).text()).toContain("<b>Buy</b> milk");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.locator("form").getByRole("link")).toHaveText(["Call Ada", "<b>Buy</b> milk"]);
    await expect(page.getByText("You have deleted")).toHaveCount(0);
    const [restored] = rows(app, "Note", "id", id ?? "");
    expect(new Date(String(restored?.createdAt))).toEqual(new Date("2026-01-01T00:00:00Z"));
    await expectRows(app, "DeletedNote", "userId", user.id).toEqual([]);
  });

  test("detail: another user's note is on no page, and stays as it is", async ({ page, app, user }) => {
    const other = await insertSession(app);
    const [id = ""] = insertNotes(app, other, ["Not yours"]);
    const [own] = insertNotes(app, user, ["Mine"]);
    for (const stranger of [id, "x", "%00", "..%2f"]) {
      const answer = await clientOf(app, user).get(pageOf(stranger));
      expect([answer.status, textsOf(answer, "h1")], stranger).toEqual([404, [notFoundText.title]]);
      expect(answer.body).not.toContain("Not yours");
    }
    await page.goto(PAGE);
    await claimed(page);
    const called = page.waitForRequest(/_server\?id=\w+-note&/);
    await page.getByRole("link", { name: "Mine" }).click();
    await expect(page.getByRole("heading", { name: "Edit note" })).toBeVisible();
    const call = await called;
    // The call says how long it is.
    for (const stranger of [id, "\\ud800".padEnd(id.length)]) {
      const url = call.url().replace(String(own), encodeURIComponent(stranger));
      const answer = await page.request.get(url, { headers: call.headers() });
      expect(answer.status(), stranger).toBe(200);
      expect(await answer.text(), stranger).not.toContain("Not yours");
    }
    expect(await app.log()).not.toContain("URI malformed");
    const save = await actionAt(app, user, pageOf(own), "Save");
    const remove = await actionAt(app, user, pageOf(own), "Delete");
    await sendAs(app, user, save, { id, text: "Taken", version: "0" });
    await sendAs(app, user, remove, { id });
    expect(rows(app, "Note", "userId", other.id)).toMatchObject([{ text: "Not yours" }]);
    expect(rows(app, "DeletedNote", "userId", user.id)).toEqual([]);
  });

  test("detail: an undo brings back only the user's last note, once and in time", async ({ page, app, context }) => {
    const other = await signedIn(app, context);
    insertNotes(app, other, ["Not yours"]);
    await page.goto(PAGE);
    await page.getByRole("button", { name: "Delete" }).click();
    const undo = page.getByRole("button", { name: "Undo" });
    await expect(undo).toBeVisible();
    const url = await actionOf(undo);

    const user = await signedIn(app, context);
    const press = () => sendAs(app, user, url, {});
    insertNotes(app, user, ["First", "Second"]);
    await press();
    await page.goto(PAGE);
    await expect(page.locator("form").getByRole("link")).toHaveText(["Second", "First"]);
    await expect(undo).toHaveCount(0);
    for (const text of ["Second", "First"]) {
      await page.goto(PAGE);
      await page.locator("form", { hasText: text }).getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText(`You have deleted “${text}”.`)).toBeVisible();
    }
    expect(rows(app, "DeletedNote", "userId", user.id)).toHaveLength(1);

    const expire = app.database.prepare(`UPDATE "DeletedNote" SET "expires" = ? WHERE "userId" = ?`);
    expire.run(new Date(Date.now() - 1000).toISOString(), user.id);
    await press();
    expect(rows(app, "Note", "userId", user.id)).toEqual([]);
    await page.goto(PAGE);
    await expect(page.getByText("You have no notes yet.")).toBeVisible();
    await expect(undo).toHaveCount(0);

    expire.run(new Date(Date.now() + 600_000).toISOString(), user.id);
    const full = insertNotes(app, user, Array(1000).fill("x"));
    await page.goto(PAGE);
    await undo.click();
    await expect(page.getByRole("alert")).toHaveText("You have 1,000 notes. Delete one first.");
    app.database.prepare(`DELETE FROM "Note" WHERE "id" = ?`).run(full[0] ?? "");
    await Promise.all([press(), press()]);
    const texts = rows(app, "Note", "userId", user.id).map(({ text }) => text);
    expect(texts).toHaveLength(1000);
    expect(texts.filter((text) => text === "First")).toHaveLength(1);
    expect(rows(app, "Note", "userId", other.id)).toEqual([]);
    expect(rows(app, "DeletedNote", "userId", other.id)).toMatchObject([{ text: "Not yours" }]);
  });

  test("two-people-one-row: the second one sees what the first has written, and overwrites it on purpose", async ({
    page,
    app,
    context,
  }) => {
    const [user, other] = [await signedIn(app, context), await insertSession(app)];
    const [id, others] = [...insertNotes(app, user, ["Buy bread"]), ...insertNotes(app, other, ["Not yours"])];
    const [first, later] = [page, await context.newPage()];
    const save = async (tab: Page, text: string) => {
      await tab.getByLabel("Note", { exact: true }).fill(text);
      await tab.getByRole("button", { name: "Save" }).click();
    };
    for (const tab of [first, later]) await tab.goto(pageOf(id));
    await save(first, "Buy milk");
    await expect(first).toHaveURL(PAGE);
    await save(later, "Buy tea");
    await expect(later.getByRole("alert")).toContainText("Somebody has changed this note");
    await expect(later.getByText("It now says: Buy milk")).toBeVisible();
    await expect(later.getByLabel("Note", { exact: true })).toHaveValue("Buy tea");
    expect(rows(app, "Note", "id", String(id))).toMatchObject([{ text: "Buy milk", version: 1 }]);
    await later.getByRole("button", { name: "Save" }).click();
    await expect(later).toHaveURL(PAGE);
    expect(rows(app, "Note", "id", String(id))).toMatchObject([{ text: "Buy tea", version: 2 }]);

    await later.goto(pageOf(id));
    const url = await actionOf(later.getByRole("button", { name: "Save" }));
    for (const version of ["0", "1e99", "2.0", ""])
      expect((await sendAs(app, user, url, { id: String(id), text: "x", version })).status).toBeLessThan(500);
    await sendAs(app, user, url, { id: String(others), text: "x", version: "0" });
    expect(rows(app, "Note", "id", String(id))).toMatchObject([{ text: "Buy tea" }]);
    expect(rows(app, "Note", "id", String(others))).toMatchObject([{ text: "Not yours" }]);
  });

  test("two-people-one-row: after an undo, an older page overwrites nothing unseen", async ({ page, app, user }) => {
    const [id = ""] = insertNotes(app, user, ["Buy bread"]);
    await page.goto(pageOf(id));
    const field = page.getByLabel("Note", { exact: true });
    const save = page.getByRole("button", { name: "Save" });
    const url = await actionOf(save);
    await sendAs(app, user, url, { id, text: "Buy milk", version: "0" });
    const other = await page.context().newPage();
    await other.goto(PAGE);
    await other.getByRole("button", { name: "Delete" }).click();
    await other.getByRole("button", { name: "Undo" }).click();
    await expect(other.getByRole("link", { name: "Buy milk" })).toBeVisible();
    await field.fill("Buy tea");
    await save.click();
    await expect(page.getByText("It now says: Buy milk")).toBeVisible();
    expect(rows(app, "Note", "id", id)).toMatchObject([{ text: "Buy milk" }]);
  });

  test("two-people-one-row: text from before a sign-in overwrites nothing unseen", async ({ page, app, user }) => {
    const [id] = insertNotes(app, user, ["Buy bread"]);
    const save = page.getByRole("button", { name: "Save" });
    await page.goto(pageOf(id));
    await page.getByLabel("Note", { exact: true }).fill("Buy tea");
    app.database.prepare(`UPDATE "Note" SET "text" = 'Buy milk', "version" = 1 WHERE "id" = ?`).run(String(id));
    await pressSignedOut(page, save);
    await expect(page.getByLabel("Note", { exact: true })).toHaveValue("Buy tea");
    await save.click();
    await expect(page.getByText("It now says: Buy milk")).toBeVisible();
    await save.click();
    await expect(page).toHaveURL(PAGE);
    expect(rows(app, "Note", "id", String(id))).toMatchObject([{ text: "Buy tea", version: 2 }]);
  });
}
