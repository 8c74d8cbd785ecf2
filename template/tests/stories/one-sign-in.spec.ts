// One sign-in at a time: while a page waits for the answer to one, its other buttons begin none, and they work after
// it.

import type { Page } from "@playwright/test";
import {
  type App,
  type Authenticator,
  expect,
  expectAuthError,
  expectRows,
  expectUser,
  hasSessionRows,
  insertSession,
  type SignedInUser,
  signedIn,
  test,
} from "../../../tests/support/test.ts";

const PASSKEY = "**/api/auth/callback/passkey";

const button = (page: Page, name: string) => page.getByRole("button", { name });

/** Lets the server answer requests to a path, and keeps the answers from the page. */
async function holdBack(page: Page, path: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    const response = await route.fetch();
    answer();
    await released;
    await route.fulfill({ response });
  });
  return { answered, release };
}

/** @returns the paths of sign-ins that the page begins from now on */
function begunBy(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname.replace("/api/auth/", "");
    if (/^(webauthn-options|callback|signin)\//.test(path)) paths.push(path);
  });
  return paths;
}

/** A user who has a passkey in this browser, and is signed out. */
async function userWithPasskey(app: App, authenticator: Authenticator): Promise<SignedInUser> {
  const user = await insertSession(app);
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(user.id);
  await authenticator.hold(app, user);
  return user;
}

test("the passkey's button waits while the server checks a passkey from autofill, and all others are disabled", {
  tag: ["@passkey", "@email", "@github"],
}, async ({ page, app, authenticator }) => {
  const { id, email } = await userWithPasskey(app, authenticator);
  const { answered, release } = await holdBack(page, PASSKEY);
  await page.goto("/sign-in?callbackUrl=/account");
  await answered;
  const passkey = button(page, "Sign in with a passkey");
  await expect(passkey).toHaveAttribute("aria-busy", "true");
  const begun = begunBy(page);
  await passkey.click();
  await expect(button(page, "Email me a link")).toBeDisabled();
  await expect(button(page, "Continue with GitHub")).toBeDisabled();
  await expect(passkey).toHaveAttribute("aria-busy", "true");
  release();
  await expectUser(page, email);
  expect(begun).toEqual([]);
  if (hasSessionRows) await expectRows(app, "Session", "userId", id).toHaveLength(1);
  await page.reload();
  await expectUser(page, email);
});

test("a passkey from autofill that the server does not answer is a failed sign-in, which the page says, and the button signs in after it", {
  tag: ["@passkey", "@email"],
}, async ({ page, app, authenticator }) => {
  const { email } = await userWithPasskey(app, authenticator);
  await page.route(PASSKEY, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/callback/passkey"));
  await page.goto("/sign-in?callbackUrl=/account");
  await failed;
  await expectAuthError(page, "Unreachable");
  await expect(button(page, "Sign in with a passkey")).toHaveAttribute("aria-busy", "false");
  await expect(button(page, "Continue with GitHub")).toBeEnabled();
  await button(page, "Sign in with a passkey").click();
  await expectUser(page, email);
});

test("several presses add one passkey, and a provider's button is disabled until the response", {
  tag: ["@passkey", "@github"],
}, async ({ page, app, authenticator }) => {
  const { id } = await signedIn(app, page.context());
  await page.goto("/account");
  const { answered, release } = await holdBack(page, PASSKEY);
  const begun = begunBy(page);
  await expect(button(page, "Add a passkey")).toBeEnabled();
  await button(page, "Add a passkey").evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });
  await answered;
  await expect(button(page, "Connect GitHub")).toBeDisabled();
  release();
  await button(page, "Connect GitHub").click();
  await expect(page.getByLabel("Username")).toBeVisible();
  expect(begun).toEqual(["webauthn-options/passkey", "callback/passkey", "signin/github"]);
  expect(await authenticator.count()).toBe(1);
  await expectRows(app, "Authenticator", "userId", id).toHaveLength(1);
});

test("a sign-in that leads to a download leaves a page whose buttons work", {
  tag: ["@passkey", "@email", "@github"],
}, async ({ page, app, authenticator }) => {
  await userWithPasskey(app, authenticator);
  await page.clock.install();
  const download = page.waitForEvent("download");
  await page.goto("/sign-in?callbackUrl=/account/data");
  expect((await download).suggestedFilename()).toBe("account.json");
  // As long as the page waits for another one.
  await page.clock.fastForward(10_000);
  await button(page, "Continue with GitHub").click();
  await expect(page.getByLabel("Username")).toBeVisible();
});
