// The states of the sign-in pages: refused, sent; and what they remember of this browser.

import type { Page } from "@playwright/test";
import {
  askForLink,
  continueWithGitHub,
  expect,
  expectAuthError,
  insertSession,
  newEmail,
  newLogin,
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

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a refused address stays in the field once", async ({ page }) => {
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
    });

    test("a mail can be sent again, and the page says so once, and not of a mail to another address", async ({
      page,
      app,
    }) => {
      await page.clock.install();
      await page.goto("/sign-in");
      const address = newEmail();
      await askForLink(page, app, address);
      await expect(page.getByText(address)).toBeVisible();
      await expect(page.getByRole("status")).toHaveCount(0);
      if (javaScriptEnabled) {
        await page.clock.runFor(10_000);
        await expect(button(page, "Send it again")).toBeDisabled();
        await expect(button(page, "Send it again")).toHaveText(/in (1?\d|20) s/);
        // A phone fires no timers of a page behind another app.
        await page.clock.fastForward(21_000);
      }
      await button(page, "Send it again").click();
      await expect(page.getByRole("status")).toContainText("We sent the link again");
      if (javaScriptEnabled) await expect(page.getByRole("status")).toBeFocused();
      expect(app.mailbox.mails.filter(({ to }) => to?.[0]?.address === address)).toHaveLength(2);
      await page.reload();
      await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
      await expect(page.getByRole("status")).toHaveCount(0);
      await page.goto("/sign-in");
      const other = newEmail();
      await askForLink(page, app, other);
      await expect(page.getByText(other)).toBeVisible();
      await expect(page.getByRole("status")).toHaveCount(0);
    });
  });

test("the last used sign-in method is marked; the order and the layout do not change", async ({
  page,
  app,
  authenticator,
}) => {
  const user = await insertSession(app);
  await authenticator.hold(app, user);
  await withoutAutofill(page);
  await page.goto("/sign-in");
  expect(await described(page)).toEqual(usedLast("none"));
  const unmarked = await places(page);
  for (const [method, signIn] of [
    ["Email me a link", () => signInByMail(page, app, user.email)],
    ["Sign in with a passkey", () => button(page, "Sign in with a passkey").click()],
    ["Continue with GitHub", () => continueWithGitHub(page, { login: newLogin() })],
  ] as const) {
    await signIn();
    await expect(page.getByRole("banner").getByRole("button")).toBeVisible();
    await signOut(page);
    const response = await page.goto("/sign-in");
    expect(await response?.text()).toContain("Last used");
    expect(await described(page)).toEqual(usedLast(method));
    expect(await places(page)).toEqual(unmarked);
  }
  const cookie = (await page.context().cookies()).find(({ name }) => name === "last-method");
  expect(cookie).toMatchObject({ value: "github", httpOnly: true, sameSite: "Lax", path: "/" });
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(365);
});
