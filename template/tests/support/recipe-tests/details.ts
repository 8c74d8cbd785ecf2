// The recipes for a page of one row, and for two people who edit it. The copy that recipes.spec.ts builds has it.

import { notFoundText } from "../../../../src/messages/errors.ts";
import { clientOf, textsOf } from "../../../../tests/support/client.ts";
import { expect, insertSession, rows } from "../../../../tests/support/test.ts";
import { actionAt, formIn, htmlOf, pressed, pressSignedOut, sendAs, setExpires } from "./forms.ts";
import { insertNotes } from "./notes.ts";
import { test } from "./test.ts";

const PAGE = "/protected/notes";
const pageOf = (id = "") => `/protected/note/${id}`;

test("detail: a note is edited, deleted by one press, and brought back by another", async ({ app }) => {
  const user = await insertSession(app);
  const [id = ""] = insertNotes(app, user, ["Buy bread", "Call Ada"]);
  const press = (path: string, name: string, fields = {}) => pressed(app, user, path, name, fields);
  expect(await htmlOf(app, user, PAGE)).toContain(`<a href="${pageOf(id)}">Buy bread</a>`);
  expect(await press(pageOf(id), "Save", { text: "" })).toContain("Please write something.");
  expect(await press(pageOf(id), "Save", { text: "<b>Buy</b> milk" })).toContain("&lt;b>Buy&lt;/b> milk</a>");
  expect(await press(pageOf(id), "Delete")).toContain("You have deleted “&lt;b>Buy&lt;/b> milk”.");
  expect(rows(app, "Note", "userId", user.id)).toHaveLength(1);
  expect(await htmlOf(app, user, "/account/data")).toContain("<b>Buy</b> milk");
  const html = await press(PAGE, "Undo");
  expect(html).toMatch(/Call Ada.*&lt;b>Buy&lt;\/b> milk/s);
  expect(html).not.toContain("You have deleted");
  const [restored] = rows(app, "Note", "id", id);
  expect(new Date(String(restored?.createdAt))).toEqual(new Date("2026-01-01T00:00:00Z"));
  expect(rows(app, "DeletedNote", "userId", user.id)).toEqual([]);
});

test("detail: another user's note is on no page, and stays as it is", async ({ app }) => {
  const [user, other] = [await insertSession(app), await insertSession(app)];
  const [id = ""] = insertNotes(app, other, ["Not yours"]);
  const [own] = insertNotes(app, user, ["Mine"]);
  for (const stranger of [id, "x", "%00", "..%2f"]) {
    const answer = await clientOf(app, user).get(pageOf(stranger));
    expect([answer.status, textsOf(answer, "h1")], stranger).toEqual([404, [notFoundText.title]]);
    expect(answer.body).not.toContain("Not yours");
  }
  const save = await actionAt(app, user, pageOf(own), "Save");
  const remove = await actionAt(app, user, pageOf(own), "Delete");
  await sendAs(app, user, save, { id, text: "Taken", version: "0" });
  await sendAs(app, user, remove, { id });
  expect(rows(app, "Note", "userId", other.id)).toMatchObject([{ text: "Not yours" }]);
  expect(rows(app, "DeletedNote", "userId", user.id)).toEqual([]);
});

test("detail: an undo brings back only the user's last note, once and in time", async ({ app }) => {
  const [user, other] = [await insertSession(app), await insertSession(app)];
  insertNotes(app, other, ["Not yours"]);
  const undo = formIn(await pressed(app, other, PAGE, "Delete"), "Undo").action;
  const press = () => sendAs(app, user, undo, {});
  const textsOfUser = () => rows(app, "Note", "userId", user.id).map(({ text }) => text);
  insertNotes(app, user, ["First", "Second"]);
  await press();
  expect(textsOfUser().sort()).toEqual(["First", "Second"]);
  // The newest is the first on the page.
  for (const text of ["Second", "First"])
    expect(await pressed(app, user, PAGE, "Delete")).toContain(`You have deleted “${text}”.`);
  expect(rows(app, "DeletedNote", "userId", user.id)).toHaveLength(1);

  setExpires(app, "DeletedNote", "userId", user.id, -1);
  await press();
  expect(textsOfUser()).toEqual([]);
  expect(await htmlOf(app, user, PAGE)).not.toContain("You have deleted");

  setExpires(app, "DeletedNote", "userId", user.id, 600);
  const full = insertNotes(app, user, Array(1000).fill("x"));
  expect(await (await press()).text()).toContain("You have 1,000 notes. Delete one first.");
  app.database.prepare(`DELETE FROM "Note" WHERE "id" = ?`).run(full[0] ?? "");
  await Promise.all([press(), press()]);
  expect([textsOfUser().length, textsOfUser().filter((text) => text === "First").length]).toEqual([1000, 1]);
  expect(rows(app, "Note", "userId", other.id)).toEqual([]);
  expect(rows(app, "DeletedNote", "userId", other.id)).toMatchObject([{ text: "Not yours" }]);
});

test("two-people-one-row: the second one sees what the first has written, and overwrites it on purpose", async ({
  app,
}) => {
  const [user, other] = [await insertSession(app), await insertSession(app)];
  const [id = ""] = insertNotes(app, user, ["Buy bread"]);
  const [others = ""] = insertNotes(app, other, ["Not yours"]);
  const url = await actionAt(app, user, pageOf(id), "Save");
  const send = (fields: Record<string, string>) => sendAs(app, user, url, fields);
  await send({ id, text: "Buy milk", version: "0" });
  const html = await pressed(app, user, pageOf(id), "Save", { text: "Buy tea", version: "0" });
  expect(formIn(html, "Save").fields).toMatchObject({ id, version: "1" });
  for (const text of ["Somebody has changed this note", "It now says: Buy milk", "Buy tea"])
    expect(html).toContain(text);
  expect(rows(app, "Note", "id", id)).toMatchObject([{ text: "Buy milk", version: 1 }]);
  await send({ id, text: "Buy tea", version: "1" });
  for (const version of ["0", "1e99", "2.0", ""])
    expect((await send({ id, text: "x", version })).status).toBeLessThan(500);
  expect(rows(app, "Note", "id", id)).toMatchObject([{ text: "Buy tea", version: 2 }]);
  await send({ id: others, text: "x", version: "0" });
  expect(rows(app, "Note", "id", others)).toMatchObject([{ text: "Not yours" }]);
});

test("two-people-one-row: after an undo, an older page overwrites nothing unseen", async ({ app }) => {
  const user = await insertSession(app);
  const [id = ""] = insertNotes(app, user, ["Buy bread"]);
  const save = await actionAt(app, user, pageOf(id), "Save");
  await sendAs(app, user, save, { id, text: "Buy milk", version: "0" });
  await pressed(app, user, PAGE, "Delete");
  await pressed(app, user, PAGE, "Undo");
  expect((await sendAs(app, user, save, { id, text: "Buy tea", version: "0" })).status).toBe(422);
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
