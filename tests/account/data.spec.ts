import { accountText } from "../../src/messages/account.ts";
import { deviceText } from "../../src/messages/devices.ts";
import { layoutText } from "../../src/messages/layout.ts";
import { clientOf } from "../support/client.ts";
import {
  expect,
  expectFieldError,
  expectNotice,
  expectRows,
  hasSessionRows,
  insertAccount,
  insertEvent,
  insertPasskey,
  insertSession,
  rows,
  sessionCookie,
  test,
} from "../support/test.ts";

const { deletion } = accountText;

test("deleting an account deletes all its data and signs the user out", async ({ page, app, context, user }) => {
  insertEvent(app, user.id, "signed in");
  await page.goto("/account");
  const field = page.getByRole("textbox", { name: deletion.confirmation });
  await field.fill("somebody@example.com");
  await page.getByRole("button", { name: deletion.title }).click();
  await expectFieldError(field, "deletionUnconfirmed");
  await expect(field).toHaveValue("somebody@example.com");
  await expectRows(app, "User", "id", user.id).toHaveLength(1);

  // The letters of an East Asian keyboard, which sign-in takes too.
  await field.fill(` ${user.email.toUpperCase().replace("USER", "ｕｓｅｒ")} `);
  await page.getByRole("button", { name: deletion.title }).click();
  await expect(page).toHaveURL("/");
  await expectNotice(page, "accountDeleted");
  await expect(page.getByRole("link", { name: layoutText.signIn, exact: true })).toBeVisible();
  expect(await sessionCookie(context)).toBeUndefined();
  await expectRows(app, "User", "id", user.id).toHaveLength(0);
  for (const table of ["Session", "SecurityEvent"]) expect(rows(app, table, "userId", user.id), table).toHaveLength(0);
});

test("a user downloads all their data, without anything that grants access", async ({ app }) => {
  const user = await insertSession(app);
  const { id, email, sessionToken } = user;
  insertAccount(app, id);
  app.database.prepare(`UPDATE "Account" SET "access_token" = 'a-sealed-token' WHERE "userId" = ?`).run(id);
  // A passkey has an account, too, which the download lists as the passkey alone.
  insertPasskey(app, id, "My key");
  app.database.prepare(`UPDATE "Authenticator" SET "credentialPublicKey" = 'a-public-key' WHERE "userId" = ?`).run(id);
  insertEvent(app, id, "signed in", "github");
  const { headers, body } = await clientOf(app, user).get("/account/data");
  expect(headers.get("content-disposition")).toContain('filename="account.json"');
  expect(JSON.parse(body)).toMatchObject({
    profile: { id, email },
    accounts: [{ type: "oauth", provider: "github", providerAccountId: `gh-${id}`, label: "ada", scope: null }],
    passkeys: [{ name: "My key" }],
    sessions: hasSessionRows ? [{}] : [],
    activity: [{ event: "signed in", provider: "github", device: deviceText.unknown }],
  });
  const stored = rows(app, "Session", "userId", id).map((row) => String(row.sessionToken));
  for (const secret of [sessionToken, ...stored, "a-sealed-token", "a-public-key"]) expect(body).not.toContain(secret);
});

test("signed-out visitors and revoked sessions cannot download a user's data", async ({ app }) => {
  const user = await insertSession(app);
  const genuine = await clientOf(app, user).get("/account/data");
  expect([genuine.status, genuine.headers.get("cache-control")]).toEqual([200, "no-store"]);
  app.database.prepare(`DELETE FROM "Session" WHERE "userId" = ?`).run(user.id);
  for (const client of [clientOf(app), ...(hasSessionRows ? [clientOf(app, user)] : [])]) {
    const { status, body } = await client.get("/account/data");
    expect([status, body]).toEqual([302, ""]);
  }
});

test("a page of another site can start no download, and leaves nothing in the recent activity", async ({ app }) => {
  const user = await insertSession(app);
  const client = clientOf(app, user);
  for (const site of ["cross-site", "same-site"]) {
    const { status, location } = await client.get("/account/data", { "sec-fetch-site": site });
    expect([status, location?.pathname]).toEqual([302, "/account"]);
  }
  // A browser that fetches ahead.
  for (const method of ["GET", "HEAD"])
    expect((await client.visit("/account/data", { method, headers: { "sec-purpose": "prefetch" } })).status).toBe(200);
  expect(rows(app, "SecurityEvent", "userId", user.id)).toEqual([]);
  expect((await client.get("/account/data", { "sec-fetch-site": "none" })).status).toBe(200);
  expect(rows(app, "SecurityEvent", "userId", user.id)).toHaveLength(1);
});
