// The states of the sign-in pages: waiting, refused, sent; and what they remember of this browser.

import type { Page } from "@playwright/test";
import {
  addAuthenticator,
  askForLink,
  claimed,
  consent,
  continueWithGitHub,
  expect,
  expectAuthError,
  goToAccount,
  newEmail,
  newLogin,
  openSignIn,
  signedIn,
  signInByMail,
  signOut,
  test,
  withoutAutofill,
} from "../../../tests/support/test.ts";

const METHODS = ["Email me a link", "Sign in with a passkey", "Continue with GitHub"];
const button = (page: Page, name: string) => page.getByRole("button", { name });

/** The positions of the methods' buttons and of their labels. */
const places = (page: Page) =>
  Promise.all(
    METHODS.map((name) =>
      button(page, name).evaluate((element) => {
        const label = document.createRange();
        const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && Boolean(node.textContent?.trim());
        label.selectNodeContents([...element.childNodes].findLast(isText) ?? element);
        return [element, label].map((each) => each.getBoundingClientRect().toJSON());
      }),
    ),
  );

/** The methods in order, each with its description. */
const described = (page: Page) =>
  page
    .getByRole("main")
    .evaluate((main) =>
      [...main.querySelectorAll("button")].map((element) => [
        element.innerText.trim(),
        document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent ?? "",
      ]),
    );

const usedLast = (method: string) => METHODS.map((name) => [name, name === method ? "Last used" : ""]);

/** The layout shift of a page since its first paint, without the visitor's input (web.dev/cls). */
async function shift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) total += (entry as PerformanceEntry & { value: number }).value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(total)));
      }),
  );
}

test("no page shifts its layout after the first paint", async ({ page, app }) => {
  await page.goto("/sign-in");
  await askForLink(page, app, newEmail());
  await expect(button(page, "Send it again in")).toBeVisible();
  expect(await shift(page)).toBe(0);
  for (const path of [
    "/",
    "/sign-in",
    "/sign-in?error=OAuthCallbackError",
    "/sign-in/confirm?token=x&email=a@example.com",
  ]) {
    await page.goto(path);
    await claimed(page);
    expect(await shift(page), path).toBe(0);
  }
});

test("the pressed button alone shows that it is pending, and nothing changes place or size", async ({ page }) => {
  await page.route("**/api/auth/signin/*", () => {});
  await page.route("**/webauthn-options/**", () => {});
  const busy = page.locator('[aria-busy="true"]');
  for (const name of METHODS) {
    await openSignIn(page);
    await page.getByRole("textbox", { name: "Email" }).fill(newEmail());
    const idle = await places(page);
    await button(page, name).click();
    await expect(busy).toHaveCount(1);
    await expect(busy.and(button(page, name)).or(busy.filter({ has: button(page, name) }))).toHaveCount(1);
    expect(await places(page)).toEqual(idle);
  }
});

test("the passkey button is there from the first paint, and is enabled once the script has run", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.js", (route) => held.then(() => route.continue()));
  await page.goto("/sign-in", { waitUntil: "commit" });
  await expect(button(page, "Continue with GitHub")).toBeVisible();
  await expect(button(page, "Sign in with a passkey")).toBeDisabled();
  // The stylesheet has loaded.
  await expect(page.locator("body")).toHaveCSS("margin", "0px");
  const painted = await places(page);
  release();
  await expect(button(page, "Sign in with a passkey")).toBeEnabled();
  expect(await places(page)).toEqual(painted);
});

for (const javaScriptEnabled of [true, false])
  test(`a refused address stays in the field once, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    browser,
    app,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: app.origin });
    const page = await context.newPage();
    const field = page.getByRole("textbox", { name: "Email" });
    await page.goto("/sign-in?callbackUrl=/protected");
    // An address that the browser accepts and the server refuses.
    const tooLong = `${"x".repeat(250)}@example.com`;
    await field.fill(tooLong);
    await button(page, "Email me a link").click();
    await expectAuthError(page, "EmailSignInError", "address");
    if (javaScriptEnabled) await expect(page.getByRole("alert")).toBeFocused();
    await expect(field).toHaveValue(tooLong);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await page.goto("/sign-in?error=OAuthCallbackError");
    await expect(field).toHaveValue("");
    await context.close();
  });

test("the last used sign-in method is marked; the order and the layout do not change", async ({ page, app }) => {
  const login = newLogin();
  await addAuthenticator(page);
  await withoutAutofill(page);
  await page.goto("/sign-in");
  expect(await described(page)).toEqual(usedLast("none"));
  const unmarked = await places(page);
  await signInByMail(page, app, newEmail());
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("status")).toContainText("Your passkey is ready");
  await page.goto("/account");
  await button(page, "Connect GitHub").click();
  await consent(page, { login });
  await expect(page).toHaveURL("/account");

  // Neither the passkey nor GitHub has been used yet.
  await signOut(page);
  const response = await page.goto("/sign-in");
  expect(await response?.text()).toContain("Last used");
  expect(await described(page)).toEqual(usedLast("Email me a link"));
  expect(await places(page)).toEqual(unmarked);

  await button(page, "Sign in with a passkey").click();
  await expect(page.getByRole("banner").getByRole("button")).toBeVisible();
  await signOut(page);
  await page.goto("/sign-in");
  expect(await described(page)).toEqual(usedLast("Sign in with a passkey"));

  await continueWithGitHub(page, { login });
  await expect(page.getByRole("banner").getByRole("button")).toBeVisible();
  await signOut(page);
  await page.goto("/sign-in");
  expect(await described(page)).toEqual(usedLast("Continue with GitHub"));
  expect(await places(page)).toEqual(unmarked);
  const cookie = (await page.context().cookies()).find(({ name }) => name === "last-method");
  expect(cookie).toMatchObject({ value: "github", httpOnly: true, sameSite: "Lax", path: "/" });
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(365);
});

test("a failed sign-in marks no method as last used", async ({ page }) => {
  await page.goto("/sign-in");
  await continueWithGitHub(page, { login: newLogin(), verified: false });
  await expect(page.getByRole("alert")).toBeVisible();
  await claimed(page);
  expect(await described(page)).toEqual(usedLast("none"));
});

test("a mail can be sent again after 30 seconds, and the page says that it was sent", async ({ page, app }) => {
  await page.clock.install();
  await page.goto("/sign-in");
  const address = newEmail();
  await askForLink(page, app, address);
  const again = button(page, "Send it again");
  await expect(again).toBeDisabled();
  await expect(page.getByRole("status")).toHaveCount(0);
  await page.clock.runFor(10_000);
  await expect(again).toHaveText(/in (1?\d|20) s/);
  await page.clock.runFor(21_000);
  await expect(again).toHaveText("Send it again");
  await again.click();
  await expect(page.getByRole("status")).toContainText("We sent the link again");
  await expect(page.getByRole("status")).toBeFocused();
  expect(app.mailbox.mails.filter(({ to }) => to?.[0]?.address === address)).toHaveLength(2);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveCount(0);
});

test("a mail can be sent again immediately without JavaScript, and the page says that it was sent", async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.origin });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await askForLink(page, app, newEmail());
  await button(page, "Send it again").click();
  await expect(page.getByRole("status")).toContainText("We sent the link again");
  await context.close();
});

test("the first mail to another address is not reported as sent again", async ({ page, app }) => {
  for (const address of [newEmail(), newEmail()]) {
    await page.goto("/sign-in");
    await askForLink(page, app, address);
    await expect(page.getByText(address)).toBeVisible();
    await expect(page.getByRole("status")).toHaveCount(0);
  }
});

test("a progress bar shows only if the next page takes longer than 400 ms", async ({ page, app }) => {
  await signedIn(app, page.context());
  await page.clock.install();
  await page.goto("/protected");
  await page.clock.pauseAt(Date.now() + 60_000);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_server*", (route) => held.then(() => route.continue()));
  const asked = page.waitForRequest("**/_server*");
  await goToAccount(page);
  await asked;
  await page.clock.runFor(399);
  // biome-ignore lint/plugin: the page's clock stands still.
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await page.clock.runFor(2);
  await expect(page.getByRole("progressbar", { name: "Loading the page" })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
});

test("the email field has the focus after a navigation to the sign-in page, also where its script comes after the heading", async ({
  page,
}) => {
  await page.goto("/");
  await claimed(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest("**/*.js");
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await asked;
  release();
  const field = page.getByRole("textbox", { name: "Email" });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "false");
});
