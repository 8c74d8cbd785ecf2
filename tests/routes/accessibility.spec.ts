// Where the focus is, and what is said of a button. Whole pages: pages.spec.ts.

import { layoutText } from "../../src/messages/layout.ts";
import { signInText } from "../../src/messages/sign-in.ts";
import { clientOf } from "../support/client.ts";
import { isOffered } from "../support/methods.ts";
import { claimed, expect, followLink, test } from "../support/test.ts";

const METHODS = [
  ["email", signInText.byEmail],
  ["passkey", signInText.byPasskey],
  ["github", signInText.byProvider("GitHub")],
] as const;

test("the email field of the sign-in page has the focus on arrival", { tag: "@email" }, async ({ page }) => {
  const field = page.getByRole("textbox", { name: signInText.email });
  await page.goto("/sign-in");
  await expect(field).toBeFocused();
  // Safari focuses no link that is clicked, but what is around it.
  await page.goto("/");
  await page.getByRole("main").focus();
  await page.locator('main a[href="/sign-in"]').evaluate((link: HTMLElement) => link.click());
  await expect(field).toBeFocused();
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("no field has the focus on arrival, which would open the keyboard", { tag: "@email" }, async ({ page }) => {
    await page.goto("/sign-in");
    await claimed(page);
    await expect(page.getByRole("textbox", { name: signInText.email })).not.toBeFocused();
  });
});

test("the first Tab leads to a link that skips to the content, and a navigation to the new page's heading", async ({
  page,
  user: _,
}) => {
  const main = page.getByRole("main");
  const heading = page.getByRole("heading", { level: 1 });
  await page.goto("/");
  await claimed(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: layoutText.skip })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(main).toBeFocused();
  for (const path of ["/account", "/sign-out"]) {
    await followLink(page, path);
    await expect(page).toHaveURL(path);
    await expect(heading).toBeFocused();
  }
  await main.focus();
  await page.goBack();
  await expect(heading).toBeFocused();
});

test("the button of the method that was used last is described as that", async ({ app }) => {
  for (const [value, name] of METHODS.filter(([id]) => isOffered(id))) {
    const { body } = await clientOf(app).get("/sign-in", { accept: "text/html", cookie: `last-method=${value}` });
    const described = body.match(/<button[^>]* aria-describedby="last-used".*?<\/button>/gs) ?? [];
    expect(described, value).toEqual([expect.stringContaining(name)]);
    expect(body, value).toMatch(new RegExp(`id="last-used"[^>]*>${signInText.lastUsed}<`));
  }
});
