// Several forms of one page: each answers for itself. What was typed stays until its action has been carried out, and
// nothing of a form that was sent, closed or left comes back.

import type { Page } from "@playwright/test";
import { unknownPressText, unreachableText } from "../../src/messages/errors.ts";
import { claimed, expect, followLink, test, withAndWithoutScript } from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";

test.use({ variant: LAB });
test.beforeEach(({ user: _ }) => {});

const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const row = (page: Page, number: number) => page.getByRole("listitem", { name: `Row ${number}` });
const rename = (page: Page, number: number) => row(page, number).getByRole("button", { name: "Rename" });
const records = (page: Page) => page.getByRole("list", { name: "Records" }).getByRole("listitem");

withAndWithoutScript((javaScriptEnabled) => {
  test("an action that fails says so without its reason, keeps what was typed, and is not done; one that answers 404 says why", async ({
    page,
  }) => {
    await page.goto("/protected/rows");
    await box(page, "Title").fill("A long title");
    await page.getByLabel("City").selectOption("Berlin");
    await page.getByLabel("Berlin").check();
    await press(page, "Fail");
    await expect(page.getByRole("alert")).toContainText(unknownPressText(true).text);
    await expect(box(page, "Title")).toHaveValue("A long title");
    await expect(page.getByLabel("City")).toHaveValue("Berlin");
    await expect(page.getByLabel("Berlin")).toBeChecked();
    await expect(page.getByText("Done: 0")).toBeVisible();
    expect(await page.content()).not.toContain("The disk is full.");
    await box(page, "Sought").fill("Ada");
    await press(page, "Find");
    await expect(box(page, "Sought")).toHaveAccessibleDescription("There is no such row.");
    await expect(box(page, "Sought")).toHaveValue("Ada");
  });

  test("a refused row says so alone, and leaves no cookie", async ({ page }) => {
    const cookies: string[] = [];
    page.on("response", async (response) => {
      cookies.push((await response.allHeaders())["set-cookie"] ?? "");
    });
    await page.goto("/protected/rows");
    await row(page, 2).getByRole("button", { name: "Remove" }).click();
    await expect(row(page, 2).getByRole("alert")).toHaveText("It stays.");
    if (javaScriptEnabled) await expect(row(page, 2).getByRole("alert")).toBeFocused();
    await expect(page.getByRole("alert")).toHaveCount(1);
    expect(cookies.join("")).toMatch(/^(authjs\.csrf-token=[^\n;]*; Path=\/; HttpOnly; SameSite=Lax)?$/);
  });

  test("an action that is bound to a row is carried out for it, and a Form whose action is bound says at its own field what is refused, and sends its file", async ({
    page,
  }) => {
    await page.goto("/protected/bound");
    await press(page, "Mark 2");
    await expect(page.getByRole("alert")).toHaveText("A mark has a note.");
    // Without JavaScript, a form that does not say its page is known by the Referer, which is no answer to a form.
    if (!javaScriptEnabled) await page.goto("/protected/bound");
    await box(page, "Note of 2").fill("Ada & Co");
    await press(page, "Mark 2");
    await expect(records(page)).toHaveText(["2 true Ada & Co"]);
    await expect(page.getByRole("alert")).toHaveCount(0);

    await page.goto("/protected/bound-fields");
    await press(page, "Mark 2");
    await expect(box(page, "Note of 2")).toHaveAccessibleDescription("A mark has a note.");
    await expect(page.getByRole("alert")).toHaveCount(1);
    await expect(page.getByRole("status", { name: "Refused" })).toHaveText("note");
    await box(page, "Note of 2").fill("Ada & Co");
    const buffer = Buffer.from("Zürich");
    await page.getByLabel("File of 2").setInputFiles({ name: "größe.txt", mimeType: "text/plain", buffer });
    await press(page, "Mark 2");
    await expect(records(page)).toHaveText(["2 true Ada & Co", "2 false Ada & Co größe.txt: Zürich"]);
    await expect(box(page, "Note of 2")).toHaveValue("");
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("typed text overwrites no row that another page has changed meanwhile, whatever has rendered the page anew", async ({
    page,
    context,
  }) => {
    const other = await context.newPage();
    for (const each of [page, other]) await each.goto("/protected/versions");
    const rename = async (each: Page, name: string) => {
      await box(each, "Name").fill(name);
      await press(each, "Save");
    };
    await other.getByLabel("State").selectOption("done");
    await other.getByLabel("L", { exact: true }).check();
    await rename(other, "Theirs");
    await expect(other.getByText("Now: Theirs")).toBeVisible();
    await page.getByLabel("State").selectOption("waiting");
    await page.getByLabel("M", { exact: true }).check();
    await rename(page, "");
    await expect(box(page, "Name")).toHaveAccessibleDescription("A row has a name.");
    await box(page, "Name").fill("Mine");
    if (javaScriptEnabled) {
      await box(page, "Line").fill("a");
      await press(page, "Save line");
      await expect(box(page, "Line")).toHaveValue("");
    }
    await press(page, "Save");
    await expect(page.getByRole("alert")).toHaveText("It is Theirs now.");
    await expect(box(page, "Name")).toHaveValue("Mine");
    await expect(page.getByLabel("State")).toHaveValue("waiting");
    await expect(page.getByLabel("M", { exact: true })).toBeChecked();
    await press(page, "Save");
    await expect(page.getByText("Now: Mine")).toBeVisible();
    // The row is the page's own again.
    await rename(page, "Still mine");
    await expect(page.getByText("Now: Still mine")).toBeVisible();
  });

  test("a second button with an action of its own runs that one with its name and value, its form says what it refuses, and a redirect leads to a path in any letters", async ({
    page,
  }) => {
    await page.goto("/protected/rows");
    await box(page, "What").fill("Ada");
    await press(page, "Triple");
    await expect(box(page, "What")).toHaveAccessibleDescription("Two copies at most of Ada.");
    await expect(page.getByRole("alert")).toHaveCount(1);
    await expect(box(page, "What")).toHaveValue("Ada");
    await press(page, "Duplicate");
    await expect(records(page)).toHaveText(["2 of Ada"]);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await box(page, "What").fill("日本");
    await press(page, "Duplicate");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Row 日本");
    await expect(page).toHaveURL("/protected/row/日本?q=größe");
  });

  test("a form behind a button keeps the page's query, when it is opened and when it is cancelled", async ({
    page,
  }) => {
    const path = "/protected/rows?search=x&tag=a&tag=b&page=2";
    await page.goto(path);
    await rename(page, 2).click();
    await expect(box(page, "Name of 2")).toBeVisible();
    await expect(box(page, "Name of 1")).toBeHidden();
    await expect(page).toHaveURL(/\?search=x&tag=a&tag=b&page=2/);
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page).toHaveURL(path);
    await expect(rename(page, 2)).toBeVisible();
    await expect(box(page, "Name of 2")).toBeHidden();
  });
});

test("a Form that stays while its row changes has no text of the row before, and is carried out for its own", async ({
  page,
}) => {
  await page.goto("/protected/row/1");
  await box(page, "Text").fill("About 1");
  await box(page, "Note").fill("Note of 1");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: "Row 2" })).toBeVisible();
  await expect(box(page, "Text")).toHaveValue("Text of 2");
  await expect(box(page, "Note")).toHaveValue("");
  await box(page, "Note").fill("Ada");
  await press(page, "Mark");
  await expect(records(page)).toHaveText(["2 true Ada"]);
});

test("a refusal ends when its form is sent again, in a form of Solid's own too, and a choice stays while its options come anew", async ({
  page,
}) => {
  await page.goto("/protected/rows");
  await page.getByLabel("City").selectOption("Berlin");
  await page.getByLabel("Berlin").check();
  await press(page, "Record");
  await expect(page.getByRole("alert")).toHaveText("A record has a text.");
  await expect(page.getByText("Value: undefined")).toBeVisible();
  await box(page, "Own text").fill("one");
  await press(page, "Record");
  await expect(records(page)).toHaveText(["one"]);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByLabel("City")).toHaveValue("Berlin");
  await expect(page.getByLabel("Berlin")).toBeChecked();

  await rename(page, 1).click();
  await box(page, "Name of 1").fill("   ");
  await box(page, "Name of 1").press("Enter");
  await expect(page.getByRole("alert")).toHaveText("A row has a name.");
  await box(page, "Name of 1").fill("First");
  await box(page, "Name of 1").press("Enter");
  await expect(row(page, 1)).toContainText("First");
  await expect(box(page, "Name of 1")).toBeHidden();
  await expect(page.getByRole("alert")).toHaveCount(0);
  // The rows are new ones since, and have nothing of the first refusal.
  await rename(page, 1).click();
  await expect(box(page, "Name of 1")).toHaveValue("First");
  await box(page, "Own text").fill("two");
  await press(page, "Record");
  await expect(records(page)).toHaveText(["one", "two"]);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a form of the row that a button chooses has that row's text, and a field shows what the page sets", async ({
  page,
}) => {
  await page.goto("/protected/chosen");
  await box(page, "Name").fill("For the first");
  await press(page, "Edit Row 2");
  await expect(box(page, "Name")).toHaveValue("Row 2");
  await box(page, "Name").fill("Second");
  await press(page, "Save");
  await expect(page.getByRole("button", { name: "Edit" })).toHaveText(["Edit Row 1", "Edit Second", "Edit Row 3"]);
  await expect(box(page, "Name")).toHaveValue("Second");

  await box(page, "City").fill("Athens");
  await press(page, "To Berlin");
  await expect(box(page, "City")).toHaveValue("Berlin");
  await press(page, "Mark all");
  await expect(page.getByRole("button", { name: "Edit Second!" })).toBeVisible();
});

test("a form that was closed and is opened again has its own value, without the refusal", async ({ page, context }) => {
  await page.goto("/protected/rows");
  await rename(page, 1).click();
  await box(page, "Name of 1").fill("   ");
  await rename(page, 1).click();
  await expect(page.getByRole("alert")).toHaveText("A row has a name.");
  await page.getByRole("link", { name: "Cancel" }).click();
  await rename(page, 1).click();
  await expect(box(page, "Name of 1")).toHaveValue("Row 1");
  await expect(page.getByRole("alert")).toHaveCount(0);

  // With an input method, Escape is about the letters that are being composed.
  await box(page, "Name of 1").fill("日本");
  await box(page, "Name of 1").dispatchEvent("keydown", { key: "Escape", isComposing: true });
  await expect(box(page, "Name of 1")).toHaveValue("日本");

  await context.setOffline(true);
  await rename(page, 1).click();
  await expect(page.getByRole("alert")).toContainText(unreachableText.title);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("an open form keeps its text, and the focus its place, while another row, the header or another tab changes the page", async ({
  page,
  context,
}) => {
  await page.goto("/protected/rows");
  for (const number of [2, 3]) {
    await rename(page, number).click();
    await box(page, `Name of ${number}`).fill(`Typed in ${number}`);
  }
  const expectTyped = async (...numbers: number[]) => {
    for (const number of numbers) await expect(box(page, `Name of ${number}`)).toHaveValue(`Typed in ${number}`);
  };
  const lower = row(page, 1).getByRole("button", { name: "Lower" });
  await lower.click();
  await expect(page.getByRole("listitem", { name: "Row" })).toHaveText([/^Row 2/, /^Row 3/, /^Row 1/]);
  await expect(lower).toBeFocused();
  await expectTyped(2, 3);

  await press(page, "Dark");
  await expect(page.locator(":root")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("button", { name: "Dark" })).toBeFocused();
  await expectTyped(2, 3);

  await box(page, "Name of 3").focus();
  const other = await context.newPage();
  await other.goto("/protected/rows");
  await box(other, "Own text").fill("of another tab");
  await press(other, "Record");
  await expect(records(other)).toHaveText(["of another tab"]);
  await other.evaluate(() => new BroadcastChannel("solid-authjs").postMessage("another user"));
  await expect(records(page)).toHaveText(["of another tab"]);
  await expect(box(page, "Name of 3")).toBeFocused();
  await expectTyped(2, 3);

  await rename(page, 2).click();
  await expect(row(page, 2)).toContainText("Typed in 2");
  await expect(box(page, "Name of 2")).toBeHidden();
  await expectTyped(3);
});

/** Presses a button after the session has ended, and signs in again: the page has kept what was typed. */
async function pressSignedOut(page: Page, button: string): Promise<void> {
  const own = await page.context().cookies();
  await page.context().clearCookies();
  await press(page, button);
  await expect(page).toHaveURL(/\/sign-in/);
  await page.context().addCookies(own);
}

test("text that was typed into a form stays out of the same form of another page", async ({ page }) => {
  await page.goto("/protected/row/5");
  await box(page, "Text").fill("Typed into 5");
  await pressSignedOut(page, "Save");
  await page.goto("/protected/row/6");
  await claimed(page);
  await expect(box(page, "Text")).toHaveValue("Text of 6");
  await page.goto("/protected/row/5");
  await expect(box(page, "Text")).toHaveValue("Typed into 5");
});

test("a late answer is awaited: the form says so, sends nothing twice, and is done when it comes", async ({ page }) => {
  await page.clock.install();
  await page.goto("/protected/rows");
  await box(page, "Line").fill("late");
  const late = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/_server", async (route) => {
    sent++;
    await late.promise;
    await route.continue();
  });
  await press(page, "Save line");
  await expect.poll(() => sent).toBe(1);
  await box(page, "Reset").fill("typed meanwhile");
  await page.clock.runFor(17_000);
  await expect(page.getByRole("alert")).toContainText("No answer yet");
  await press(page, "Save line");
  late.resolve();
  await expect(records(page)).toHaveText(["late"]);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(box(page, "Line")).toHaveValue("");
  await expect(box(page, "Reset")).toHaveValue("typed meanwhile");
  expect(sent).toBe(1);
});

test("a page that needs a user, and whose question for one is lost, says so", async ({ page, context }) => {
  await context.clearCookies();
  await page.goto("/sign-in?callbackUrl=/members");
  await page.route("**/_server**", (route) =>
    (route.request().headers()["x-server-id"] ?? route.request().url()).includes("requireSession")
      ? route.abort()
      : route.continue(),
  );
  await followLink(page, "/members");
  await expect(page.getByRole("heading", { name: unreachableText.title })).toBeVisible();
});
