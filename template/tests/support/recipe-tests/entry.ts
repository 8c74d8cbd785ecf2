// What an attacker tries to get in, in the recipes for a provider, a role, a field of the session, and a closed
// sign-up. The copy that recipes.spec.ts builds has them.

import { Client } from "../../../../tests/support/client.ts";
import {
  askForEmail,
  continueWithGitHub,
  expect,
  expectRows,
  insertSession,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  newLogin,
  rows,
  signedIn,
  signInByMail,
} from "../../../../tests/support/test.ts";
import { actionOf, sendAs } from "./forms.ts";
import type { RecipeTest } from "./recipe-test.ts";

export function testEntry(test: RecipeTest): void {
  test("provider: an address that the provider has not verified opens no account", async ({ page, app }) => {
    const login = `unverified-${newLogin()}`;
    const victim = await insertSession(app, `${login}@example.com`);
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Continue with Company" }).click();
    await page.getByLabel("Login").fill(login);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/error=/);
    expect(rows(app, "Account", "userId", victim.id)).toEqual([]);
    await page.goto("/protected");
    await expect(page).toHaveURL("/");
  });

  test("closed-sign-up: neither another domain nor an unverified address is invited", async ({ page, app }) => {
    for (const domain of ["example.com.evil.example", "sub.example.com", "evilexample.com"]) {
      const email = newEmail().replace("example.com", domain);
      await page.goto("/sign-in");
      await signInByMail(page, app, email);
      await expect(page).toHaveURL(/error=AccessDenied/);
      await expectRows(app, "User", "email", email).toEqual([]);
    }
    const email = newEmail();
    await page.goto("/sign-in");
    await continueWithGitHub(page, { login: newLogin(), email, verified: false });
    await expect(page).toHaveURL(/code=no_email/);
    await expectRows(app, "User", "email", email).toEqual([]);
  });

  test("closed-sign-up: a new address has to be invited, too", async ({ page, app, user: { id } }) => {
    const stranger = newEmail().replace("example.com", "elsewhere.example");
    const [invited, addressOf] = [newEmail(), () => rows(app, "User", "id", id)[0]?.email];
    for (const email of [stranger, invited]) {
      const before = addressOf();
      await page.goto("/account");
      await askForEmail(page, email);
      await page.goto(linkIn(await mailTo(app, email)));
      expect(addressOf()).toBe(before);
      await page.getByRole("main").getByRole("button").click();
      await expect(page).toHaveURL(email === stranger ? /error=AccessDenied/ : "/account");
      expect(addressOf()).toBe(email === stranger ? before : email);
    }
  });

  test("users: without the role no action of the list does anything", async ({ page, app, context }) => {
    const [user, other] = [await insertSession(app), await insertSession(app)];
    const administrator = await signedIn(app, context);
    app.database.prepare(`UPDATE "User" SET "isAdmin" = TRUE WHERE "id" = ?`).run(administrator.id);
    await page.goto(`/protected/users?${new URLSearchParams({ begin: other.email })}`);
    for (const name of ["Sign out everywhere", "Make administrator", "Act as this user"]) {
      const url = await actionOf(page.getByRole("button", { name }));
      expect((await sendAs(app, user, url, { id: other.id, isAdmin: "yes" })).status, name).toBe(403);
    }
    expect(rows(app, "Session", "userId", other.id)).toHaveLength(1);
    expect(rows(app, "Session", "userId", user.id)).toMatchObject([{ actsAs: null }]);
  });

  test("session-field: no form and no call of the session chooses the plan", async ({ page, app, user }) => {
    await page.goto("/account");
    const rename = await actionOf(page.getByRole("button", { name: "Save", exact: true }));
    await sendAs(app, user, rename, { name: "Ada", plan: "pro", "data.plan": "pro" });
    expect(rows(app, "User", "id", user.id)).toMatchObject([{ name: "Ada", plan: "free" }]);
    const client = new Client(app.origin, newClient());
    const csrfToken = await client.csrfToken();
    const answer = await page.request.post("/api/auth/session", {
      headers: { origin: app.origin },
      data: { csrfToken, data: { plan: "pro", user: { plan: "pro" } } },
    });
    expect(answer.status()).toBeLessThan(500);
    expect((await (await page.request.get("/api/auth/session")).json()).user.plan).toBe("free");
  });
}
