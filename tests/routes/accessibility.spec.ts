// The pages that every visitor sees, in both themes.

import { layoutText } from "../../src/messages/layout.ts";
import { signInText } from "../../src/messages/sign-in.ts";
import { expectAccessible } from "../support/accessible.ts";
import { isOffered } from "../support/methods.ts";
import { claimed, expect, followLink, test } from "../support/test.ts";

// During the transition between themes, colours belong to neither.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const METHODS = [
  ["email", signInText.byEmail],
  ["passkey", signInText.byPasskey],
  ["github", signInText.byProvider("GitHub")],
] as const;

const ERROR = "/sign-in?error=OAuthCallbackError";

test("signed out, the pages are accessible in both themes, and an error has the focus", async ({ page }) => {
  for (const path of ["/", ERROR]) {
    await page.goto(path);
    if (path === ERROR) await expect(page.getByRole("alert")).toBeFocused();
    await expectAccessible(page, path);
  }
});

test("signed in, the pages are accessible in both themes", async ({ page, user: _ }) => {
  for (const path of ["/welcome", "/account"]) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
});

test("the email field of the sign-in page has the focus on arrival", { tag: "@email" }, async ({ page }) => {
  const field = page.getByRole("textbox", { name: signInText.email });
  await page.goto("/sign-in");
  await expect(field).toBeFocused();
  await page.goto("/");
  await page.locator('header a[href="/sign-in"]').click();
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

test("a navigation moves the focus to the new page's heading", async ({ page, user: _ }) => {
  await page.goto("/");
  for (const path of ["/account", "/sign-out", "/"]) {
    await followLink(page, path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }
  await page.getByRole("main").focus();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("the first Tab leads to a link that skips to the content", async ({ page }) => {
  await page.goto("/");
  await claimed(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: layoutText.skip })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the button of the method that was used last is described as that", async ({ page, app, context }) => {
  for (const [value, name] of METHODS.filter(([id]) => isOffered(id))) {
    await context.addCookies([{ name: "last-method", value, url: app.origin }]);
    await page.goto("/sign-in");
    await expect(page.getByRole("main").locator("button[aria-describedby]")).toHaveCount(1);
    await expect(page.getByRole("button", { name })).toHaveAccessibleDescription(signInText.lastUsed);
  }
});
