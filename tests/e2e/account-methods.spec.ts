import type { Page } from "@playwright/test";
import { startApp } from "../support/app.ts";
import { type App, consent, expect, mailTo, newAddress, rows, signedIn, signOut, test } from "../support/test.ts";

const MINUTE_MS = 60_000;

/** Lets time pass since the user signed in. */
function age(app: App, userId: string, minutes: number): void {
  const then = new Date(Date.now() - minutes * MINUTE_MS).toISOString();
  app.database.prepare(`UPDATE "Session" SET "authenticatedAt" = ? WHERE "userId" = ?`).run(then, userId);
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto("/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("status")).toContainText("Your passkey is ready");
}

test("a passkey is added, named after its browser, renamed, used and removed; each time the owner gets a mail", async ({
  page,
  app,
  context,
  authenticator,
}) => {
  const { email } = await signedIn(app, context);
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  const name = page.getByRole("textbox", { name: "Name of the passkey" });
  await expect(name).toHaveValue(/^Passkey from Chrom/);
  await expect(page.getByText("never used")).toBeVisible();
  expect((await mailTo(app, email)).subject).toBe("A passkey was added to your account");

  await name.fill("My laptop");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("status")).toHaveText("The passkey is renamed.");
  await expect(page.getByRole("listitem").filter({ hasText: "My laptop" })).toBeVisible();

  // This authenticator answers the sign-in page by itself, from the autofill.
  await signOut(page);
  await page.goto("/sign-in?callbackUrl=/account");
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expect(page.getByText("last used")).toBeVisible();

  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("status")).toContainText("The passkey is removed");
  await expect(page.getByText("My laptop")).toHaveCount(0);
  expect(rows(app, "Account", "type", "webauthn").filter(({ userId }) => userId === email)).toHaveLength(0);
  await expect.poll(async () => (await mailTo(app, email)).subject).toBe("A passkey was removed from your account");

  await signOut(page);
  await page.goto("/sign-in");
  await expect(page.getByRole("alert")).toContainText("This passkey did not work");
});

test("a passkey's name is never empty nor endless", async ({ page, app, context, authenticator }) => {
  await signedIn(app, context);
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  const name = page.getByRole("textbox", { name: "Name of the passkey" });
  for (const value of ["   ", "x".repeat(51)]) {
    await name.evaluate((input: HTMLInputElement) => input.removeAttribute("maxlength"));
    await name.fill(value);
    await page.getByRole("button", { name: "Rename" }).click();
    await expect(page.getByRole("alert")).toHaveText("A passkey's name has 1 to 50 characters.");
  }
});

test("GitHub is connected and disconnected again, and the owner hears of both", async ({ page, app, context }) => {
  const { id, email } = await signedIn(app, context);
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await consent(page, { login: `ada-${id}`, email });
  await expect(page).toHaveURL(/\/account/);
  await expect(page.getByText("Connected.")).toBeVisible();
  expect((await mailTo(app, email)).subject).toBe("GitHub was connected to your account");

  await page.getByRole("button", { name: "Disconnect GitHub" }).click();
  await expect(page.getByRole("status")).toHaveText("GitHub is disconnected.");
  await expect(page.getByRole("button", { name: "Connect GitHub" })).toBeVisible();
  expect(rows(app, "Account", "userId", id)).toHaveLength(0);
  await expect.poll(async () => (await mailTo(app, email)).subject).toBe("GitHub was disconnected from your account");
});

test("whoever signs up with GitHub gets no mail that says so", async ({ page, app }) => {
  const email = newAddress("octo");
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await consent(page, { login: email.split("@")[0]?.replaceAll(".", "-") ?? "", email });
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  expect(app.mailbox.mails.filter(({ to }) => to?.some(({ address }) => address === email))).toHaveLength(0);
});

test("the last way in cannot be removed, and the page says why", async ({ page, context }) => {
  const app = await startApp(undefined, { EMAIL_SERVER: undefined, EMAIL_FROM: undefined });
  try {
    const { id, email } = await signedIn(app, context);
    await page.goto(`${app.origin}/account`);
    await page.getByRole("button", { name: "Connect GitHub" }).click();
    await consent(page, { login: "only-way", email });
    await expect(page.getByText("It is your only way to sign in")).toBeVisible();
    await expect(page.getByRole("button", { name: "Disconnect GitHub" })).toHaveCount(0);

    // Two ways: the button is there. Once the other one is gone elsewhere, it is refused.
    app.database
      .prepare(
        `INSERT INTO "Authenticator" ("credentialID", "userId", "providerAccountId", "credentialPublicKey", "counter", "credentialDeviceType", "credentialBackedUp") VALUES ('c', ?, 'c', 'k', 0, 'singleDevice', 0)`,
      )
      .run(id);
    await page.reload();
    await expect(page.getByRole("button", { name: "Disconnect GitHub" })).toBeVisible();
    app.database.prepare(`DELETE FROM "Authenticator" WHERE "userId" = ?`).run(id);
    await page.getByRole("button", { name: "Disconnect GitHub" }).click();
    await expect(page.getByRole("alert")).toContainText("This is your only way to sign in");
    expect(rows(app, "Account", "userId", id)).toHaveLength(1);
  } finally {
    await app.stop();
  }
});

test("a quarter of an hour after signing in, what changes who gets in asks for a fresh sign-in, and comes back", async ({
  page,
  app,
  context,
  authenticator,
}) => {
  const { id, email } = await signedIn(app, context);
  await addPasskey(page);
  // This authenticator would sign in by itself as soon as the sign-in page opens.
  await authenticator.setVerified(false);
  const acts = {
    "Add a passkey": "",
    "Connect GitHub": "",
    Remove: "",
    "Change address": newAddress("new"),
    "Delete account": email,
  };
  for (const [button, typed] of Object.entries(acts)) {
    age(app, id, 16);
    await page.goto("/account");
    if (button === "Change address") await page.getByRole("textbox", { name: "New address" }).fill(typed);
    if (button === "Delete account") await page.getByRole("textbox", { name: "Your address" }).fill(typed);
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("alert"), button).toContainText("Please sign in again");
    await expect(page).toHaveURL(/\/sign-in\?.*callbackUrl=/);
  }
  expect(await authenticator.count()).toBe(1);
  expect(rows(app, "Account", "userId", id)).toHaveLength(1);
  expect(rows(app, "User", "id", id)[0]?.email).toBe(email);

  await authenticator.setVerified(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/account$/);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("status")).toContainText("The passkey is removed");
});

test("what changes nobody's way in does not ask for a fresh sign-in", async ({ page, app, context }) => {
  const { id } = await signedIn(app, context);
  age(app, id, 16);
  await page.goto("/account");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toHaveText("Your name is saved.");
});
