// The same stories with `strategy: "jwt"` in app.config.ts: without session rows, and otherwise the same. This build
// has no codes either.

import { homeText } from "../../src/messages/home.ts";
import { Client, signInByLink } from "../../tests/support/client.ts";
import {
  type App,
  askForLink,
  expect,
  expectNotice,
  expectRows,
  followLink,
  goToSignIn,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  rows,
  sessionCookie,
  signInByMail,
  test,
} from "../../tests/support/test.ts";
import { expectSignedOut } from "./support/slow-page.ts";
import { JWT } from "./support/variants.ts";

test.use({ variant: JWT });

/** A user who has just signed up, without a browser. */
async function newUser(app: App): Promise<{ address: string; client: Client }> {
  const [address, client] = [newEmail(), new Client(app.origin, newClient())];
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email: address });
  await signInByLink(client, linkIn(await mailTo(app, address)));
  return { address, client };
}

test("neither the mail nor the page has a code without codes, and none has a button for a credentials provider", async ({
  page,
  app,
}) => {
  const address = newEmail();
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Continue with GitHub" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue with Password" })).toHaveCount(0);
  await askForLink(page, app, address);
  await expect(page.getByRole("button", { name: /Send it again/ })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  const mail = await mailTo(app, address);
  expect(mail.text).not.toMatch(/code/i);
  expect(mail.html).not.toContain("this code");
});

test("a sign-in by mail stores the session in an encrypted cookie, and no row", async ({ page, app, context }) => {
  const address = newEmail();
  await page.goto("/protected");
  await goToSignIn(page);
  await signInByMail(page, app, address);
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: `Hello, ${address}` })).toBeVisible();
  const cookie = await sessionCookie(context);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect(cookie?.value.split(".")).toHaveLength(5);
  expect(Buffer.from(cookie?.value.split(".")[3] ?? "", "base64url").toString()).not.toContain(address);
  const [user] = rows(app, "User", "email", address);
  await expectRows(app, "Session", "userId", String(user?.id)).toHaveLength(0);
});

test("signing out while other pages load signs out", async ({ page, app, context }) => {
  const { sessionToken: value = "" } = (await newUser(app)).client;
  await expectSignedOut(page, context, () =>
    context.addCookies([{ name: "authjs.session-token", value, url: app.origin, httpOnly: true, sameSite: "Lax" }]),
  );
});

test("the account page works, and says why it lists no sessions", async ({ page, app, context }) => {
  const address = newEmail();
  await page.goto("/sign-in?callbackUrl=/account");
  await signInByMail(page, app, address);
  await page.goto("/account");
  await expect(page.getByRole("region", { name: "Sessions" })).toContainText("Sessions can't be listed here");
  await expect(page.getByRole("button", { name: "Connect GitHub" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect Password" })).toHaveCount(0);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada");
  await page.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "nameSaved");
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Ada");
  await expect(page.getByRole("navigation").getByText("Ada")).toBeVisible();
  // The notice came with the action's answer, so no page shows it again.
  await followLink(page, "/");
  await expect(page.getByRole("heading", { name: homeText.welcome("Ada"), level: 1 })).toBeVisible();
  await expect(page.getByRole("status")).toHaveCount(0);
  await page.goto("/account");
  await page.getByRole("textbox", { name: "Your email" }).fill(address);
  await page.getByRole("button", { name: "Delete account" }).click();
  await expectNotice(page, "accountDeleted");
  await expectRows(app, "User", "email", address).toHaveLength(0);
  expect(await sessionCookie(context)).toBeUndefined();
});

test("events are recorded, and the mail about a new browser leads to the account page", async ({ page, app }) => {
  const { address } = await newUser(app);
  await page.goto("/sign-in?callbackUrl=/account");
  await signInByMail(page, app, address);
  const mail = await mailTo(app, address);
  expect(mail.subject).toContain("New sign-in");
  expect(linkIn(mail)).toBe(`${app.origin}/account`);
  const list = page.getByRole("region", { name: "Recent activity" }).getByRole("listitem");
  await expect(list).toContainText(["Signed in", "Signed in", "Account created"]);
});

test("a forged, altered or truncated session cookie grants no access and breaks nothing", async ({ app }) => {
  const { sessionToken: value = "" } = (await newUser(app)).client;
  // The last character would not do: some of its bits have no meaning.
  const altered = `${value.slice(0, -9)}${value.at(-9) === "A" ? "B" : "A"}${value.slice(-8)}`;
  for (const bad of ["x", "a.b.c.d.e", value.slice(0, -8), altered]) {
    const headers = { cookie: `authjs.session-token=${bad}` };
    expect((await fetch(`${app.origin}/protected`, { headers, redirect: "manual" })).status).toBe(302);
    const options = await fetch(`${app.origin}/api/auth/webauthn-options/passkey`, { headers });
    expect(options.status).toBe(200);
    expect(options.headers.getSetCookie().join()).toContain("authjs.session-token=;");
  }
});

test("a user who is deleted in another place cannot save anything, and that is no error", async ({ app }) => {
  const { address, client } = await newUser(app);
  const page = await client.open("/account");
  const paths = [...page.body.matchAll(/<form[^>]*action="([^"]*_server[^"]*)"/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(2);
  app.database.prepare(`DELETE FROM "User" WHERE "email" = ?`).run(address);

  const start = (await app.entries()).length;
  const cookie = client.cookieHeader();
  const headers = { accept: "text/html", referer: `${app.origin}/account`, cookie };
  for (const path of paths) {
    const fields = { name: "Ada", id: "x", email: newEmail(), token: "x", provider: "github", confirmation: address };
    expect((await client.post(path.replaceAll("&amp;", "&"), fields, headers)).status).toBe(302);
  }
  for (const path of ["/account", "/account/data", "/welcome", "/protected", "/api/auth/session"])
    expect((await client.get(path, headers)).status).toBeLessThan(400);
  await client.post("/api/auth/session", { csrfToken: await client.csrfToken() });
  expect(client.cookies.has("authjs.session-token")).toBe(false);
  expect((await app.entries()).slice(start).filter(({ level }) => level !== "info")).toEqual([]);
});
