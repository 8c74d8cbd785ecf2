// The layer's client in a build with one more page, which shows `useSession` and calls the functions.

import type { Page } from "@playwright/test";
import type * as Client from "solid-authjs/client";
import {
  addAuthenticator,
  claimed,
  expect,
  newEmail,
  signedIn,
  signInByMail,
  signOut,
  test,
} from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";

test.use({ variant: LAB });

declare global {
  interface Window {
    client: typeof Client;
  }
}

async function openLab(page: Page): Promise<void> {
  await page.goto("/lab");
  await page.waitForFunction(() => window.client !== undefined);
}

test("other tabs follow a sign-in, and leave their protected page after a sign-out", async ({ page, app, context }) => {
  const [lab, guarded] = [await context.newPage(), await context.newPage()];
  await openLab(lab);
  await expect(lab.getByRole("status")).toHaveText("nobody");
  const address = newEmail();
  await page.goto("/sign-in");
  await signInByMail(page, app, address);
  await expect(lab.getByRole("status")).toHaveText(address);
  await guarded.goto("/protected");
  await expect(guarded.getByRole("heading", { name: `Hello, ${address}` })).toBeVisible();
  await signOut(page);
  await expect(lab.getByRole("status")).toHaveText("nobody");
  await expect(guarded).toHaveURL("/");
});

test("a page that waits for two queries shows both after a click, though one is known already", async ({ page }) => {
  await page.goto("/one");
  await claimed(page);
  await page.getByRole("link", { name: "Both" }).click();
  await expect(page.getByRole("heading", { name: "Both are here" })).toBeVisible();
});

test("the passkey functions register and sign in, report errors, and a prompt ends the one that waits, as cancelled", async ({
  page,
  app,
  context,
}) => {
  await openLab(page);
  const register = () => page.evaluate(() => window.client.registerPasskey());
  const signIn = (options?: Parameters<typeof Client.signInWithPasskey>[0]) =>
    page.evaluate((given) => window.client.signInWithPasskey(given), options);
  expect(await register()).toMatchObject({ ok: false, error: "SessionRequired" });
  const authenticator = await addAuthenticator(page);
  await signedIn(app, context);
  await openLab(page);
  expect(await register()).toMatchObject({ ok: true });
  expect(await register()).toMatchObject({ ok: false, error: "AlreadyRegistered" });
  await page.evaluate(() => window.client.signOut({ redirect: false }));
  expect(await signIn({ callbackUrl: "/protected" })).toMatchObject({ ok: true, url: `${app.origin}/protected` });
  await authenticator.setPresent(false);
  const first = page.evaluate(() =>
    Promise.race([window.client.signInWithPasskey(), window.client.signInWithPasskey()]),
  );
  expect(await first).toMatchObject({ ok: false, error: "Cancelled" });
  await page.evaluate(() => {
    CredentialsContainer.prototype.get = () => Promise.reject(new DOMException("", "NotSupportedError"));
  });
  expect(await signIn({ atOnce: true })).toMatchObject({ ok: false, error: "Unsupported" });
});
