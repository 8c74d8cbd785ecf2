import { readFileSync } from "node:fs";
import { accountText } from "../../src/messages/account.ts";
import { deviceText } from "../../src/messages/devices.ts";
import { layoutText } from "../../src/messages/layout.ts";
import { securityMailTitles } from "../../src/messages/mail.ts";
import {
  expect,
  expectFieldError,
  expectNotice,
  expectRows,
  hasSessionRows,
  insertEvent,
  insertSession,
  mailTo,
  rows,
  sessionCookie,
  signedIn,
  test,
} from "../support/test.ts";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a user downloads all their data, without anything that grants access", async ({ page, app, context }) => {
      const { id, email, sessionToken } = await signedIn(app, context);
      app.database
        .prepare(
          `INSERT INTO "Account" ("id", "userId", "type", "provider", "providerAccountId", "access_token") VALUES (?, ?, 'oauth', 'github', ?, 'a-sealed-token')`,
        )
        .run(`a-${id}`, id, `gh-${id}`);
      // A passkey has an account, too, which the download lists as the passkey alone.
      app.database
        .prepare(
          `INSERT INTO "Account" ("id", "userId", "type", "provider", "providerAccountId") VALUES (?, ?, 'webauthn', 'passkey', ?)`,
        )
        .run(`p-${id}`, id, `c-${id}`);
      app.database
        .prepare(
          `INSERT INTO "Authenticator" ("credentialID", "userId", "providerAccountId", "credentialPublicKey", "counter", "credentialDeviceType", "credentialBackedUp", "name") VALUES (?, ?, 'c', 'a-public-key', 0, 'singleDevice', FALSE, 'My key')`,
        )
        .run(`c-${id}`, id);
      insertEvent(app, id, "signed in", "github");
      await page.goto("/account");
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: accountText.data.download }).click();
      expect((await download).suggestedFilename()).toBe("account.json");
      const text = readFileSync(await (await download).path(), "utf8");
      const data = JSON.parse(text);
      expect(data.profile).toMatchObject({ id, email });
      expect(data.accounts).toEqual([
        { type: "oauth", provider: "github", providerAccountId: `gh-${id}`, label: null, scope: null },
      ]);
      expect(data.passkeys).toMatchObject([{ name: "My key" }]);
      expect(data.sessions).toHaveLength(hasSessionRows ? 1 : 0);
      expect(data.activity).toMatchObject([{ event: "signed in", provider: "github", device: deviceText.unknown }]);
      const stored = rows(app, "Session", "userId", id).map((row) => String(row.sessionToken));
      for (const secret of [sessionToken, ...stored, "a-sealed-token", "a-public-key"])
        expect(text).not.toContain(secret);
    });

    test("deleting an account deletes all its data and signs the user out", async ({ page, app, context }) => {
      const { id, email } = await signedIn(app, context);
      insertEvent(app, id, "signed in");
      await page.goto("/account");
      const field = page.getByRole("textbox", { name: accountText.deletion.confirmation });
      await field.fill("somebody@example.com");
      await page.getByRole("button", { name: accountText.deletion.title }).click();
      await expectFieldError(field, "deletionUnconfirmed");
      await expect(field).toHaveValue("somebody@example.com");
      await expectRows(app, "User", "id", id).toHaveLength(1);

      await field.fill(` ${email.toUpperCase()} `);
      await page.getByRole("button", { name: accountText.deletion.title }).click();
      await expect(page).toHaveURL("/");
      await expectNotice(page, "accountDeleted");
      await expect(page.getByRole("link", { name: layoutText.signIn, exact: true })).toBeVisible();
      expect(await sessionCookie(context)).toBeUndefined();
      for (const [table, column] of [
        ["User", "id"],
        ["Session", "userId"],
        ["Account", "userId"],
        ["Authenticator", "userId"],
        ["SecurityEvent", "userId"],
        ["VerificationToken", "identifier"],
      ] as const)
        await expect
          .poll(() => rows(app, table, column, table === "VerificationToken" ? email : id), table)
          .toHaveLength(0);
      expect((await mailTo(app, email)).subject).toBe(securityMailTitles.accountDeleted);
    });
  });

test("an address in another spelling, which sign-in takes too, confirms the deletion", async ({
  page,
  app,
  context,
}) => {
  const { id, email } = await signedIn(app, context);
  await page.goto("/account");
  // Letters of an East Asian keyboard.
  await page.getByRole("textbox", { name: accountText.deletion.confirmation }).fill(email.replace("user", "ｕｓｅｒ"));
  await page.getByRole("button", { name: accountText.deletion.title }).click();
  await expectNotice(page, "accountDeleted");
  await expectRows(app, "User", "id", id).toHaveLength(0);
});

test("signed-out visitors and revoked sessions cannot download a user's data", async ({ app }) => {
  const { id, sessionToken } = await insertSession(app);
  const ask = (cookie: string) => fetch(`${app.origin}/account/data`, { headers: { cookie }, redirect: "manual" });
  const genuine = await ask(`authjs.session-token=${sessionToken}`);
  expect([genuine.status, genuine.headers.get("cache-control")]).toEqual([200, "no-store"]);
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(id);
  const takenAway = hasSessionRows ? [`authjs.session-token=${sessionToken}`] : [];
  for (const cookie of ["", ...takenAway]) {
    const response = await ask(cookie);
    expect(response.status).toBe(302);
    expect(await response.text()).toBe("");
  }
});

test("a page of another site can start no download, and leaves nothing in the recent activity", async ({ app }) => {
  const { id, sessionToken } = await insertSession(app);
  const ask = (site: string) => {
    const headers = { cookie: `authjs.session-token=${sessionToken}`, "sec-fetch-site": site };
    return fetch(`${app.origin}/account/data`, { headers, redirect: "manual" });
  };
  for (const site of ["cross-site", "same-site"]) {
    const response = await ask(site);
    expect([response.status, response.headers.get("location")]).toEqual([302, "/account"]);
  }
  expect(rows(app, "SecurityEvent", "userId", id)).toEqual([]);
  // A browser that fetches ahead.
  const headers = { cookie: `authjs.session-token=${sessionToken}`, "sec-purpose": "prefetch" };
  for (const method of ["GET", "HEAD"])
    expect((await fetch(`${app.origin}/account/data`, { method, headers })).status).toBe(200);
  expect(rows(app, "SecurityEvent", "userId", id)).toEqual([]);
  expect((await ask("none")).status).toBe(200);
  expect(rows(app, "SecurityEvent", "userId", id)).toHaveLength(1);
});

test("the download leads to the sign-in notice once the session has ended, and to no file", async ({
  page,
  app,
  context,
}) => {
  const { id } = await signedIn(app, context);
  await page.goto("/account");
  if (hasSessionRows) app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(id);
  else await context.clearCookies();
  await page.getByRole("link", { name: accountText.data.download }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("status")).toContainText("/account/data");
});
