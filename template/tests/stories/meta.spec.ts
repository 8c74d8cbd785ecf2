// Titles and meta tags of every page. Those of the public pages: tests/routes/meta.spec.ts.

import { expect, signedIn, test } from "../../../tests/support/test.ts";

const UNLISTED = [
  "/sign-in/confirm?token=x&email=a@example.com",
  "/sign-in/report?token=x",
  "/sign-in/undo?token=x",
  "/verify-request",
  "/error?error=AccessDenied",
  "/no-such-page",
  "/%ff",
];
const SIGNED_IN = ["/welcome", "/protected", "/protected/client", "/account", "/sign-out"];

test("every page has its own title, with the application's name", async ({ page, app, context }) => {
  const titles = new Map<string, string>();
  for (const path of ["/", "/sign-in", ...UNLISTED.slice(1, -1), ...SIGNED_IN]) {
    if (path === SIGNED_IN[0]) await signedIn(app, context);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const title = await page.title();
    expect(title, path).not.toBe("");
    expect(titles.get(title), `${path} has the title of another page`).toBeUndefined();
    titles.set(title, path);
  }
});

test("pages for no search engine are noindex, and have no canonical link", async ({ page, app, context }) => {
  const expectUnlisted = async (path: string) => {
    await expect(page.locator('head meta[name="robots"]'), path).toHaveAttribute("content", "noindex");
    await expect(page.locator('link[rel="canonical"]'), path).toHaveCount(0);
  };
  for (const path of UNLISTED) {
    await page.goto(path);
    await expectUnlisted(path);
  }
  await signedIn(app, context);
  for (const path of SIGNED_IN) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectUnlisted(path);
  }
});
