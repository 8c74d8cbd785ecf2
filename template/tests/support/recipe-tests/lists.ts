// The recipe for a list, tried in a browser. The copy that recipes.spec.ts builds has it.

import type { Page } from "@playwright/test";
import { expectAccessible } from "../../../../tests/support/accessible.ts";
import { claimed, expect, insertSession, signedIn } from "../../../../tests/support/test.ts";
import { callsOf } from "./calls.ts";
import { insertNotes } from "./notes.ts";
import type { RecipeTest } from "./recipe-test.ts";

const LIST = "/protected/note-list";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Note ${index + 101}`);
/** The rows of the list, without its headings. */
const shown = (page: Page) => page.locator("tbody tr td:first-child");

export function testLists(test: RecipeTest): void {
  test("list: a change of the search, the order or the page is in the URL, and asks for the list alone", async ({
    page,
    app,
    context,
  }) => {
    insertNotes(app, await signedIn(app, context), numbered(45));
    await page.goto(LIST);
    await expect(page.getByText("45 notes")).toBeVisible();
    await expect(shown(page)).toHaveText(numbered(45).toReversed().slice(0, 20));
    await expect(page.getByRole("columnheader", { name: "Added" })).toHaveAttribute("aria-sort", "descending");
    await expectAccessible(page, "the list");
    const calls = callsOf(page);

    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByText("Page 2 of 3")).toBeVisible();
    await expect(page).toHaveURL(/[?&]page=2$/);
    expect(calls()).toBe("GET");

    await page.getByRole("link", { name: "Note" }).click();
    await expect(page.getByText("Page 1 of 3")).toBeVisible();
    await expect(shown(page)).toHaveText(numbered(20));
    await expect(page.getByRole("columnheader", { name: "Note" })).toHaveAttribute("aria-sort", "ascending");
    expect(calls()).toBe("GET");

    await page.getByRole("link", { name: "Note" }).click();
    await expect(shown(page).first()).toHaveText("Note 145");
    await page.goBack();
    await expect(shown(page).first()).toHaveText("Note 101");
    await page.reload();
    await expect(shown(page).first()).toHaveText("Note 101");
  });

  test("list: typing asks once, when it pauses, and is no entry of the history", async ({ page, app, context }) => {
    insertNotes(app, await signedIn(app, context), numbered(45));
    // The page's clock says how long a pause is.
    await page.clock.install();
    await page.goto("/protected");
    await page.goto(LIST);
    await claimed(page);
    const calls = callsOf(page);
    const field = page.getByRole("searchbox", { name: "Search notes" });
    await page.clock.pauseAt(Date.now() + 60_000);
    await field.pressSequentially("Note 12");
    await page.clock.runFor(250);
    await page.clock.resume();
    await expect(page.getByText("10 notes")).toBeVisible();
    expect(calls()).toBe("GET");
    await expect(page).toHaveURL(/\?search=Note\+12&/);
    await field.press("Enter");
    await field.pressSequentially("3");
    await field.press("Enter");
    await expect(shown(page)).toHaveText(["Note 123"]);
    expect(calls()).toBe("GET");
    await expect(field).toHaveValue("Note 123");
    await page.getByRole("link", { name: "Added" }).click();
    await expect(page).toHaveURL(/order=oldest/);
    await field.fill("Note 1");
    await expect(page.getByText("45 notes")).toBeVisible();
    await page.goBack();
    await expect(field).toHaveValue("Note 123");
    await page.goBack();
    await expect(page).toHaveURL("/protected");
  });

  test("list: without JavaScript the search is a form, and the order stays", async ({ browser, app }) => {
    const context = await browser.newContext({ baseURL: app.origin, javaScriptEnabled: false });
    insertNotes(app, await signedIn(app, context), numbered(45));
    const page = await context.newPage();
    await page.goto(LIST);
    await page.getByRole("link", { name: "Added" }).click();
    await expect(shown(page).first()).toHaveText("Note 101");
    await page.getByRole("searchbox", { name: "Search notes" }).fill("Note 13");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(shown(page)).toHaveText(numbered(45).slice(29, 39));
    await context.close();
  });

  test("list: an invented order, page or search gets a list of the user's own notes, as does a forged call of its query", async ({
    page,
    app,
    context,
  }) => {
    insertNotes(app, await insertSession(app), ["Not yours 100"]);
    insertNotes(app, await signedIn(app, context), [...numbered(25), "<b>50%</b>"]);
    for (const query of [
      "order=userId",
      "order=__proto__",
      "page=-1",
      "page=x",
      "page[]=2",
      "search=%00",
      "page=1e99&order",
    ])
      expect((await page.goto(`${LIST}?${query}`))?.status(), query).toBe(200);
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    await expect(shown(page)).toHaveCount(6);
    for (const [search, found] of [
      ["50%", ["<b>50%</b>"]],
      ["%50", ["<b>50%</b>"]],
      ["n%1", []],
      ["yours", []],
      ["<b>", ["<b>50%</b>"]],
    ] as const) {
      await page.goto(`${LIST}?${new URLSearchParams({ search })}`);
      await expect(shown(page)).toHaveText([...found]);
    }
    await page.goto(LIST);
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === "/_server");
    await page.getByRole("link", { name: "Added" }).click();
    const call = await asked;
    expect(call.url()).toContain("oldest");
    // As long as the name of an order.
    for (const order of ["userId", "userid", "valueO"]) {
      const answer = await page.request.get(call.url().replace("oldest", order), { headers: call.headers() });
      expect(answer.status(), order).toBe(200);
      expect(await answer.text()).not.toContain("Not yours");
    }
  });
}
