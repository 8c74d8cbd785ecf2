// The recipe for a list, tried in a browser. The copy that recipes.spec.ts builds has it.

import type { Page } from "@playwright/test";
import { clientOf, textsOf } from "../../../../tests/support/client.ts";
import { claimed, expect, insertSession, signedIn } from "../../../../tests/support/test.ts";
import { serialized } from "../fuzz.ts";
import { insertNotes } from "./notes.ts";
import { test } from "./test.ts";

const LIST = "/protected/note-list";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Note ${index + 101}`);
/** The rows of the list, without its headings. */
const shown = (page: Page) => page.locator("tbody tr td:first-child");

test("list: the order, the filter and the page are in the URL, and its links keep all else that is there", async ({
  app,
}) => {
  const user = await insertSession(app);
  const recent = insertNotes(app, user, [...numbered(45), "An old one"]).slice(0, 45);
  const renew = app.database.prepare(`UPDATE "Note" SET "createdAt" = ? WHERE "id" = ?`);
  for (const [index, id] of recent.toReversed().entries())
    renew.run(new Date(Date.now() - index * 1000).toISOString(), id);
  const client = clientOf(app, user);
  let { body } = await client.get(`${LIST}?from=a%26b&from=%3Cb%3E`);
  /** Follows a link of the page. @returns the first row then, and where it is */
  const follow = async (link: string) => {
    const [, href = ""] = body.match(new RegExp(`<a [^>]*href="([^"]*)"[^>]*>\\s*(?:<!--[^>]*>)?${link}\\b`)) ?? [];
    const url = new URL(href.replaceAll("&amp;", "&"), `${app.origin}${LIST}`);
    expect(url.searchParams.getAll("from"), link).toEqual(["a&b", "<b>"]);
    url.searchParams.delete("from");
    ({ body } = await client.get(url.href.replace(url.search, `${url.search}&from=a%26b&from=%3Cb%3E`)));
    return [textsOf({ body }, "td")[0], url.search];
  };
  expect(textsOf({ body }, "td")[0]).toBe("Note 145");
  expect(body).toMatch(/aria-sort="descending"[^>]*><a[^>]*>(<!--[^>]*>)?Added/);
  expect(await follow("Last week")).toEqual(["Note 145", "?added=week"]);
  expect(await follow("Next")).toEqual(["Note 125", "?added=week&page=2"]);
  expect(await follow("Note")).toEqual(["Note 101", "?added=week&order=text"]);
  expect(body).toMatch(/aria-sort="ascending"[^>]*><a[^>]*>(<!--[^>]*>)?Note/);
  expect(await follow("Note")).toEqual(["Note 145", "?added=week&order=text-back"]);
  expect(await follow("All")).toEqual(["Note 145", "?added=ever&order=text-back"]);
  expect(await follow("Next")).toEqual(["Note 125", "?added=ever&order=text-back&page=2"]);
  expect(await follow("Previous")).toEqual(["Note 145", "?added=ever&order=text-back&page=1"]);
});

test("list: typing asks once, when it pauses, and is no entry of the history", async ({ page, app, context }) => {
  insertNotes(app, await signedIn(app, context), numbered(45));
  // The page's clock says how long a pause is.
  await page.clock.install();
  await page.goto("/protected");
  await page.goto(LIST);
  await claimed(page);
  // A late call counts for the next step.
  const calls: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/_server") calls.push(request.method());
  });
  const field = page.getByRole("searchbox", { name: "Search notes" });
  await page.clock.pauseAt(Date.now() + 60_000);
  await field.pressSequentially("Note 12");
  await page.clock.runFor(250);
  await page.clock.resume();
  await expect(page.getByText("10 notes")).toBeVisible();
  expect(calls.splice(0)).toEqual(["GET"]);
  await expect(page).toHaveURL(/\?search=Note\+12$/);
  await field.press("Enter");
  await field.pressSequentially("3");
  await field.press("Enter");
  await expect(shown(page)).toHaveText(["Note 123"]);
  expect(calls.splice(0)).toEqual(["GET"]);
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

test("list: an invented order, page, search or call gets the user's own notes", async ({ page, app, user }) => {
  insertNotes(app, await insertSession(app), ["Not yours 100"]);
  insertNotes(app, user, [...numbered(25), "<b>50%</b>"]);
  const shownFor = async (query: string) => {
    const answer = await clientOf(app, user).get(`${LIST}?${query}`);
    const [, ...lines] = textsOf(answer, "tr");
    return {
      status: answer.status,
      at: textsOf(answer, "main")
        .join()
        .match(/Page \d+ of \d+/)?.[0],
      lines,
    };
  };
  const expectFirst = async (query: string, at: string, first: RegExp) => {
    const found = await shownFor(query);
    expect([found.status, found.at, found.lines[0]], query).toEqual([200, at, expect.stringMatching(first)]);
  };
  const orders = ["userId", "__proto__", "Newest", ""].map((order) => `order=${order}`);
  const pages = ["0", "-1", "x", "-Infinity", "1.9"].map((number) => `page=${number}`);
  const others = ["order=newest&order=text", "page[]=2", "added=__proto__", "added=9", "search=%00", "%ff=%&&="];
  for (const query of [...orders, ...pages, ...others]) await expectFirst(query, "Page 1 of 2", /^<b>50%/);
  for (const number of ["2", "3", "1e99", "Infinity", "9007199254740992"])
    await expectFirst(`page=${number}&order`, "Page 2 of 2", /^Note 106/);
  const { body } = await clientOf(app, user).get(`${LIST}?search=${"x".repeat(150)}`);
  expect(body).toContain(`value="${"x".repeat(100)}"`);
  for (const [search, isFound] of Object.entries({ "50%": 1, "%50": 1, "n%1": 0, yours: 0, "<b>": 1 })) {
    const { lines } = await shownFor(String(new URLSearchParams({ search })));
    expect(lines, search).toEqual(isFound ? [expect.stringMatching(/^<b>50%/)] : []);
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
