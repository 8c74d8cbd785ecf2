// What an attacker tries in the recipes for a model and for secret links. The copy that recipes.spec.ts builds has
// them.

import {
  expect,
  insertSession,
  insertSessionRow,
  pressAndConfirm,
  rows,
  signedIn,
} from "../../../../tests/support/test.ts";
import { actionAt, actionOf, ELSEWHERE, endSessionsMeanwhile, sendAs, sendAtOnce } from "./forms.ts";
import { insertNotes } from "./notes.ts";
import type { RecipeTest } from "./recipe-test.ts";

const PAGE = "/protected/notes";
const SHARED = "/protected/shared-notes";

export function testAttacksOnNotes(test: RecipeTest): void {
  test("model: markup in a note is text, and many requests at once leave a thousand", async ({ page, app, user }) => {
    insertNotes(app, await insertSession(app), ["Not yours"]);
    const add = await actionAt(page, PAGE, "Add");
    const mine = () => rows(app, "Note", "userId", user.id);
    expect((await sendAs(app, user, add, { text: "x" }, ELSEWHERE)).status).toBe(403);
    expect(mine()).toEqual([]);

    await sendAs(app, user, add, { text: "<img src=x onerror=alert(1)>" });
    await page.goto(PAGE);
    await expect(page.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
    await expect(page.getByRole("main").locator("img")).toHaveCount(0);
    expect(await page.content()).not.toContain("Not yours");

    insertNotes(app, user, Array(997).fill("x"));
    await sendAtOnce(app, user, add, { text: "At once" });
    expect(mine()).toHaveLength(1000);
    await page.getByLabel("New note").fill("One too many");
    await page.getByRole("button", { name: "Add" }).click();
    await expect(page.getByRole("alert")).toHaveText("You have 1,000 notes. Delete one first.");
  });

  test("secret-link: many requests at once leave a note with ten links", async ({ page, app, user }) => {
    insertNotes(app, await insertSession(app), ["Not yours"]);
    const [id = ""] = insertNotes(app, user, ["Shared"]);
    await page.goto(SHARED);
    await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Shared"]);
    const share = await actionOf(page.getByRole("button", { name: "Make a link" }));
    await sendAtOnce(app, user, share, { id }, 14);
    await page.getByRole("button", { name: "Make a link" }).click();
    await expect(page.getByText("This note is gone, or it has ten links: revoke one first.")).toBeVisible();
    expect(rows(app, "NoteLink", "noteId", id)).toHaveLength(10);
  });

  test("secret-link: the links of a session's thief end with the user's other sessions", async ({
    page,
    app,
    context,
  }) => {
    const [user, other] = [await signedIn(app, context), await insertSession(app)];
    const [id = ""] = insertNotes(app, user, ["Shared"]);
    const [others = ""] = insertNotes(app, other, ["Another user's"]);
    const share = await actionAt(page, SHARED, "Make a link");
    await sendAtOnce(app, user, share, { id }, 1);
    await sendAtOnce(app, other, share, { id: others }, 1);
    insertSessionRow(app, user.id);
    await page.goto("/account");
    await pressAndConfirm(page, "Sign out other sessions");
    await expect(page.getByRole("status")).toHaveText("All other sessions were signed out.");
    expect(rows(app, "NoteLink", "noteId", id)).toEqual([]);
    expect(rows(app, "NoteLink", "noteId", others)).toHaveLength(1);
  });

  test("secret-link: sessions that have ended make nothing that is under way", async ({ page, app, user }) => {
    const [id = ""] = insertNotes(app, user, ["Not for all"]);
    const share = await actionAt(page, SHARED, "Make a link");
    await endSessionsMeanwhile(app, user, () => sendAs(app, user, share, { id }));
    expect(rows(app, "NoteLink", "noteId", id)).toEqual([]);
  });
}
