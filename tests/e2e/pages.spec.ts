import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { askForLink, expect, newAddress, signedIn, test } from "../support/test.ts";

const PUBLIC = [
  "/",
  "/sign-in",
  "/sign-in?error=OAuthCallbackError",
  "/sign-in/confirm?token=x&email=a@example.com",
  "/sign-in/confirm",
  "/verify-request",
  "/error?error=Verification",
  "/no-such-page",
];
const SIGNED_IN = ["/", "/welcome", "/protected", "/protected/client", "/account", "/sign-out"];
const WIDTHS = [320, 390, 1280];

/** What no page may have: a fault that axe finds, content wider than the window, an error in the console. */
async function expectSound(page: Page, path: string): Promise<void> {
  const errors: string[] = [];
  // A page whose status is an error logs that.
  page.on(
    "console",
    (message) => message.type() === "error" && !message.text().includes("status of") && errors.push(message.text()),
  );
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${path} is wider than ${width} px`).toBeLessThanOrEqual(0);
  }
  expect(errors).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    for (const path of PUBLIC)
      test(`${path} is accessible and fits every window`, async ({ page }) => {
        await expectSound(page, path);
      });

    for (const path of SIGNED_IN)
      test(`signed in, ${path} is accessible and fits every window`, async ({ page, app, context }) => {
        await signedIn(app, context, newAddress("somebody.with.a.rather.long.address"));
        await expectSound(page, path);
      });
  });
}

test("the notice after being sent away, and the inbox page with its address, are accessible", async ({ page, app }) => {
  await page.goto("/protected");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.goto("/sign-in");
  await askForLink(page, app, newAddress());
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test("every page has a title of its own", async ({ page, app, context }) => {
  await signedIn(app, context);
  const titles = new Map<string, string>();
  for (const path of [
    "/",
    "/sign-in?fresh=1",
    "/verify-request",
    "/error?error=AccessDenied",
    "/welcome",
    "/protected",
    "/account",
    "/sign-out",
    "/no-such-page",
  ]) {
    await page.goto(path);
    const title = await page.title();
    expect(title, path).not.toBe("");
    expect(titles.get(title), `${path} has the title of another page`).toBeUndefined();
    titles.set(title, path);
  }
});

test("the sign-in page can be used with the keyboard alone", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).focus();
  const order = ["Email me a link", "Sign in with a passkey", "Continue with GitHub"];
  for (const name of order) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name })).toBeFocused();
  }
});

test("an error takes the focus, so that it is read out", async ({ page }) => {
  await page.goto("/sign-in?error=OAuthCallbackError");
  await expect(page.getByRole("alert")).toBeFocused();
});

test("no page asks another host for anything", async ({ page, app, context }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await signedIn(app, context);
  for (const path of ["/", "/sign-in?fresh=1", "/welcome", "/protected", "/account"]) await page.goto(path);
  expect([...hosts]).toEqual([new URL(app.origin).host]);
});
