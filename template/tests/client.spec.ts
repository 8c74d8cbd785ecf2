// The layer's client in a build with one more page, which shows `useSession` and calls the functions.

import type { Page } from "@playwright/test";
import type * as Client from "solid-authjs/client";
import {
  addAuthenticator,
  expect,
  expectRows,
  linkIn,
  mailTo,
  newEmail,
  sessionCookie,
  signedIn,
  signInByMail,
  signOut,
  test,
} from "../../tests/support/test.ts";
import { expectSignedOut } from "./support/slow-page.ts";
import { LAB } from "./support/variants.ts";

test.use({ variant: LAB });

declare global {
  interface Window {
    client: typeof Client;
    isShared: () => boolean;
  }
}

async function openLab(page: Page): Promise<void> {
  await page.goto("/lab");
  await page.waitForFunction(() => window.client !== undefined);
}

test("useSession returns the signed-in user, and all callers share it", async ({ page, app, context }) => {
  await openLab(page);
  await expect(page.getByRole("status")).toHaveText("nobody");
  const { email } = await signedIn(app, context);
  await openLab(page);
  await expect(page.getByRole("status")).toHaveText(email);
  expect(await page.evaluate(() => window.isShared())).toBe(true);
});

test("signing out in one tab makes the other tab leave its protected page", async ({ page, app, context }) => {
  const { email } = await signedIn(app, context);
  const [lab, guarded] = [await context.newPage(), await context.newPage()];
  await openLab(lab);
  await expect(lab.getByRole("status")).toHaveText(email);
  await guarded.goto("/protected");
  await expect(guarded.getByRole("heading", { name: `Hello, ${email}` })).toBeVisible();
  await signOut(page);
  await expect(lab.getByRole("status")).toHaveText("nobody");
  await expect(guarded).toHaveURL("/");
});

test("signing out while other pages load signs out", async ({ page, app, context }) => {
  await expectSignedOut(page, context, async () => void (await signedIn(app, context)));
});

test("signing in in one tab updates the other tab", async ({ page, app, context }) => {
  const lab = await context.newPage();
  await openLab(lab);
  await expect(lab.getByRole("status")).toHaveText("nobody");
  const address = newEmail();
  await page.goto("/sign-in");
  await signInByMail(page, app, address);
  await expect(page).toHaveURL(/welcome/);
  await expect(lab.getByRole("status")).toHaveText(address);
});

test("getProviders lists the configured providers", async ({ page }) => {
  await openLab(page);
  const providers = await page.evaluate(() => window.client.getProviders());
  expect(Object.keys(providers)).toEqual(["email", "passkey", "github"]);
  expect(providers.github).toMatchObject({ id: "github", name: "GitHub", type: "oauth" });
});

test("signIn without redirect returns ok and the URL, or the error and its code", async ({ page, app }) => {
  const address = newEmail();
  await openLab(page);
  const sent = await page.evaluate((email) => window.client.signIn("email", { email, redirect: false }), address);
  expect(sent).toMatchObject({ ok: true, url: expect.stringContaining("verify-request") });
  expect(linkIn(await mailTo(app, address))).toContain("/sign-in/confirm");
  const refused = await page.evaluate(() => window.client.signIn("email", { email: "nonsense", redirect: false }));
  expect(refused).toMatchObject({ ok: false, error: "EmailSignInError", code: "address" });
  await expect(page).toHaveURL("/lab");
});

test("signIn navigates to the provider with the given authorization parameters", async ({ page }) => {
  await openLab(page);
  await page.evaluate(
    () =>
      void window.client.signIn("github", { callbackUrl: "/protected" }, { login: "octo", prompt: "select_account" }),
  );
  await expect(page).toHaveURL(/\/login\/oauth\/authorize\?.*prompt=select_account/);
});

test("signIn without a provider or with an unknown one opens the sign-in page", async ({ page }) => {
  for (const provider of [undefined, "nobody"]) {
    await openLab(page);
    await page.evaluate((id) => void window.client.signIn(id, { callbackUrl: "/protected" }), provider);
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
  }
});

test("signOut ends the session, here and in the database, with or without leaving the page", async ({
  page,
  app,
  context,
}) => {
  const { id } = await signedIn(app, context);
  await openLab(page);
  const result = await page.evaluate(() => window.client.signOut({ redirect: false }));
  expect(result).toMatchObject({ ok: true });
  await expect(page.getByRole("status")).toHaveText("nobody");
  await expectRows(app, "Session", "userId", id).toHaveLength(0);
  expect(await sessionCookie(context)).toBeUndefined();

  await signedIn(app, context);
  await openLab(page);
  await page.evaluate(() => void window.client.signOut({ callbackUrl: "/sign-in" }));
  await expect(page).toHaveURL("/sign-in");
});

test("signOut that fails tells no other tab that the user is signed out", async ({ page, app, context }) => {
  const { email } = await signedIn(app, context);
  const other = await context.newPage();
  for (const tab of [page, other]) await openLab(tab);
  const heard = other.evaluate(
    () =>
      new Promise((resolve) => {
        window.client.onSessionChange(resolve);
        Object.assign(window, { isListening: true });
      }),
  );
  await other.waitForFunction(() => "isListening" in window);
  // The auth route refuses a token that it did not make.
  await page.route("**/api/auth/csrf", (route) => route.fulfill({ json: { csrfToken: "forged" } }));
  const result = await page.evaluate(() => window.client.signOut({ redirect: false }));
  expect(result).toMatchObject({ ok: false });
  await page.unroute("**/api/auth/csrf");
  // Messages arrive in the order in which they were sent, so this is the first only if there was no other.
  await page.evaluate(() => window.client.announceSession("a user"));
  expect(await heard).toBe("a user");
  await expect(other.getByRole("status")).toHaveText(email);
});

test("update returns the current session, or null if no user is signed in", async ({ page, app, context }) => {
  await openLab(page);
  expect(await page.evaluate(() => window.client.update({ name: "x" }))).toBeNull();
  const { email } = await signedIn(app, context);
  await openLab(page);
  app.database.prepare(`UPDATE "User" SET "name" = 'Renamed' WHERE "email" = ?`).run(email);
  expect(await page.evaluate(() => window.client.update())).toMatchObject({ user: { email, name: "Renamed" } });
});

test("the passkey functions register and sign in, and report errors", async ({ page, app, context }) => {
  await openLab(page);
  expect(await page.evaluate(() => window.client.registerPasskey())).toMatchObject({
    ok: false,
    error: "SessionRequired",
  });
  const authenticator = await addAuthenticator(page);
  await signedIn(app, context);
  await openLab(page);
  expect(await page.evaluate(() => window.client.registerPasskey())).toMatchObject({ ok: true });
  expect(await page.evaluate(() => window.client.registerPasskey())).toMatchObject({
    ok: false,
    error: "AlreadyRegistered",
  });
  await page.evaluate(() => window.client.signOut({ redirect: false }));
  expect(await page.evaluate(() => window.client.signInWithPasskey({ callbackUrl: "/protected" }))).toMatchObject({
    ok: true,
    url: `${app.origin}/protected`,
  });
  await authenticator.setVerified(false);
  expect(await page.evaluate(() => window.client.signInWithPasskey())).toMatchObject({ ok: false, error: "Cancelled" });
  await page.evaluate(() => {
    CredentialsContainer.prototype.get = () => Promise.reject(new DOMException("", "NotSupportedError"));
  });
  expect(await page.evaluate(() => window.client.signInWithPasskey({ atOnce: true }))).toMatchObject({
    ok: false,
    error: "Unsupported",
  });
});

test("a passkey prompt ends the one that waits, as cancelled", async ({ page, app, context }) => {
  const authenticator = await addAuthenticator(page);
  await signedIn(app, context);
  await openLab(page);
  expect(await page.evaluate(() => window.client.registerPasskey())).toMatchObject({ ok: true });
  await authenticator.setPresent(false);
  const first = page.evaluate(() =>
    Promise.race([window.client.signInWithPasskey(), window.client.signInWithPasskey()]),
  );
  expect(await first).toMatchObject({ ok: false, error: "Cancelled" });
});

test("successful calls report success on a page with an old error", async ({ page, app, context }) => {
  const open = async () => {
    await page.goto("/lab?error=AccessDenied&code=old");
    await page.waitForFunction(() => window.client !== undefined);
  };
  await addAuthenticator(page);
  await signedIn(app, context);
  await open();
  const success = { ok: true, url: `${app.origin}/lab` };
  expect(await page.evaluate(() => window.client.registerPasskey())).toEqual(success);
  expect(await page.evaluate(() => window.client.signOut({ redirect: false }))).toEqual(success);
  await open();
  expect(await page.evaluate(() => window.client.signIn("passkey", { redirect: false }))).toEqual(success);
});

test("configureClient changes the base path of every call", async ({ page }) => {
  await openLab(page);
  await expect(page.getByRole("status")).toHaveText("nobody");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.evaluate(async () => {
    const { configureClient, getProviders, signInWithPasskey, signOut, update } = window.client;
    configureClient({ basePath: "/elsewhere/" });
    for (const call of [getProviders, signOut, update, signInWithPasskey]) await call().catch(() => {});
  });
  for (const path of ["providers", "csrf", "signout", "session", "webauthn-options/passkey"])
    expect(asked).toContain(`/elsewhere/${path}`);
  expect(asked.filter((path) => path.startsWith("/api/auth"))).toEqual([]);
});
