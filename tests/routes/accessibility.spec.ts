// The pages that every visitor sees, in both themes.

import { expectAccessible } from "../support/accessible.ts";
import { expect, signedIn, test } from "../support/test.ts";

// During the transition between themes, colours belong to neither.
test.use({ contextOptions: { reducedMotion: "reduce" } });

test("signed out, the pages are accessible in both themes", async ({ page }) => {
  for (const path of ["/", `/sign-in?error=OAuthCallbackError`]) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
});

test("signed in, the pages are accessible in both themes", async ({ page, app, context }) => {
  await signedIn(app, context);
  for (const path of ["/welcome", "/account"]) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
});

test("an error takes the focus, so screen readers announce it", async ({ page }) => {
  await page.goto(`/sign-in?error=OAuthCallbackError`);
  await expect(page.getByRole("alert")).toBeFocused();
});
