// The recipe for a list, tried in a browser. The copy that recipes.spec.ts builds has it.

import type { Page } from "@playwright/test";
import { expectAccessible } from "../../../../tests/support/accessible.ts";
import { claimed, expect, insertSession, signedIn, withAndWithoutScript } from "../../../../tests/support/test.ts";
import { serialized } from "../fuzz.ts";
import { callsOf } from "./calls.ts";
import { insertNotes } from "./notes.ts";
import type { RecipeTest } from "./recipe-test.ts";

const LIST = "/protected/note-list";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Note ${index + 101}`);
/** The rows of the list, without its headings. */
const shown = (page: Page) => page.locator("tbody tr td:first-child");

export function testLists(test: RecipeTest): void {
  test("list: the order, the filter and the page are in the URL, and a change asks for the list alone", async ({
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

    const filters = page.getByRole("navigation", { name: "Added" });
    await filters.getByRole("link", { name: "Last week" }).click();
    await expect(page.getByText("0 notes")).toBeVisible();
    await expect(page.getByText("Page 1 of 1")).toBeVisible();
    await expect(filters.locator("[aria-current=true]")).toHaveText("Last week");
    await expect(page.getByRole("columnheader", { name: "Note" })).toHaveAttribute("aria-sort", "ascending");
  });

  withAndWithoutScript((javaScriptEnabled) => {
    test("list: a filter, and an unknown parameter, stay in its links and its search", async ({ page, app, user }) => {
      const recent = insertNotes(app, user, [...numbered(45), "An old one"]).slice(0, 45);
      const renew = app.database.prepare(`UPDATE "Note" SET "createdAt" = ? WHERE "id" = ?`);
      for (const [index, id] of recent.entries()) renew.run(new Date(Date.now() - index * 1000).toISOString(), id);
      await page.goto(`${LIST}?added=week&from=a%26b&from=%3Cb%3E`);
      if (javaScriptEnabled) await claimed(page);
      const params = () => new URL(page.url()).searchParams;
      const follow = async (link: string, expected: string) => {
        await page.getByRole("link", { name: link, exact: true }).click();
        await expect(page.getByText(expected)).toBeVisible();
        expect([params().get("added"), params().getAll("from")], link).toEqual(["week", ["a&b", "<b>"]]);
      };
      await follow("Next", "Page 2 of 3");
      await follow("Previous", "Page 1 of 3");
      await follow("Next", "Page 2 of 3");
      await follow("Note", "Page 1 of 3");
      await expect(shown(page).first()).toHaveText("Note 101");
      await page.getByRole("searchbox", { name: "Search notes" }).fill("Note 13");
      await page.getByRole("button", { name: "Search" }).click();
      await expect(page.getByText("10 notes")).toBeVisible();
      await follow("Last week", "10 notes");
      expect(Object.fromEntries(params())).toEqual({ added: "week", from: "<b>", order: "text", search: "Note 13" });
      await page.getByRole("link", { name: "All", exact: true }).click();
      await expect.poll(() => params().get("added")).toBe("ever");
      expect([params().getAll("from"), params().get("search")]).toEqual([["a&b", "<b>"], "Note 13"]);
    });
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
    await expect(page).toHaveURL(/\?search=Note\+12$/);
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

  test("list: an invented order, page, search or call gets the user's own notes", async ({ page, app, context }) => {
    insertNotes(app, await insertSession(app), ["Not yours 100"]);
    insertNotes(app, await signedIn(app, context), [...numbered(25), "<b>50%</b>"]);
    const first = (query: string) => expectFirst(page, query, "Page 1 of 2", "<b>50%</b>");
    for (const order of ["userId", "__proto__", "Newest", ""]) await first(`order=${order}`);
    for (const number of ["0", "-1", "x", "-Infinity", "1.9"]) await first(`page=${number}`);
    for (const query of ["order=newest&order=text", "page[]=2", "added=__proto__", "added=9", "%ff=%&&="])
      await first(query);
    for (const number of ["2", "3", "1e99", "Infinity", "9007199254740992"])
      await expectFirst(page, `page=${number}&order`, "Page 2 of 2", "Note 106");
    await page.goto(`${LIST}?search=${"x".repeat(150)}`);
    await expect(page.getByRole("searchbox", { name: "Search notes" })).toHaveValue("x".repeat(100));
    await expect(page.getByText("Page 1 of 1")).toBeVisible();
    for (const [search, found] of [
      ["50%", ["<b>50%</b>"]],
      ["%50", ["<b>50%</b>"]],
      ["n%1", []],
      ["yours", []],
      ["\0", []],
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
    for (const name of ["userId", "valueO"]) {
      const answer = await page.request.get(call.url().replace("oldest", name), { headers: call.headers() });
      expect(answer.status(), name).toBe(200);
      expect(await answer.text()).not.toContain("Not yours");
    }
    const order = { k: ["order"], v: [{ t: 1, s: "userId" }] };
    for (const node of [
      { t: 0, s: 7 },
      { t: 9, i: 1, a: [{ t: 1, s: "?order=text" }], o: 0 },
      { t: 10, i: 1, p: order, o: 0 },
    ]) {
      const url = new URL(call.url());
      url.searchParams.set("args", serialized({ t: 9, i: 0, a: [node], o: 0 }));
      const answer = await page.request.get(url.href, { headers: call.headers() });
      expect(answer.status(), url.search).toBe(200);
      expect(await answer.text()).not.toContain("Not yours");
    }
  });
}

/** Opens the list, which is on this page and begins with this note. */
async function expectFirst(page: Page, query: string, at: string, note: string): Promise<void> {
  expect((await page.goto(`${LIST}?${query}`))?.status(), query).toBe(200);
  await expect(page.getByText(at), query).toBeVisible();
  await expect(shown(page).first(), query).toHaveText(note);
}
