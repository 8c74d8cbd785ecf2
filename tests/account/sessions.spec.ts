// The list of the user's sessions. Not run under "jwt" (playwright.config.ts).

import { accountText } from "../../src/messages/account.ts";
import { reportText } from "../../src/messages/activity.ts";
import { deviceText } from "../../src/messages/devices.ts";
import { layoutText } from "../../src/messages/layout.ts";
import { securityMailTitles } from "../../src/messages/mail.ts";
import { describeNotice } from "../../src/messages/notices.ts";
import { Client, signInByLink } from "../support/client.ts";
import {
  type App,
  expect,
  expectNotice,
  expectRows,
  hash,
  insertSession,
  insertSessionRow,
  linkIn,
  mailTo,
  newClient,
  pressAndConfirm,
  rows,
  signedIn,
  test,
} from "../support/test.ts";

const AGENTS = {
  [deviceText.browserOn("Safari", "iPhone")]:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  [deviceText.browserOn("Firefox", "Windows")]:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

async function signInByMail(client: Client, app: App, email: string): Promise<void> {
  await client.post("/api/auth/signin/email", { csrfToken: await client.csrfToken(), email });
  await signInByLink(client, linkIn(await mailTo(app, email)));
  expect(await isSignedIn(client)).toBe(true);
}

const isSignedIn = async (client: Client) => (await client.get("/account")).status === 200;

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a user sees their sessions, ends one, then all others", async ({ page, app, context }) => {
      const { id, sessionToken } = await signedIn(app, context);
      for (const agent of [...Object.values(AGENTS), "<script>alert(1)</script>", null])
        insertSessionRow(app, id, agent);

      await page.goto("/account");
      const list = page.getByRole("region", { name: accountText.sessions.title }).getByRole("listitem");
      await expect(list).toHaveCount(5);
      await expect(list.first()).toContainText(accountText.sessions.current);
      for (const device of [...Object.keys(AGENTS), deviceText.unknown])
        await expect(list.filter({ hasText: device })).not.toHaveCount(0);

      await list
        .filter({ hasText: deviceText.browserOn("Safari", "iPhone") })
        .getByRole("button", { name: accountText.sessions.signOut })
        .click();
      await expectNotice(page, "sessionEnded");
      await expect(list).toHaveCount(4);
      await pressAndConfirm(page, accountText.sessions.signOutOthers);
      await expectNotice(page, "otherSessionsEnded");
      await expect(list).toHaveCount(1);
      await expect(page.getByText(accountText.sessions.noOthers)).toBeVisible();
      await expect
        .poll(() => rows(app, "Session", "userId", id).map((row) => row.sessionToken))
        .toEqual([hash(sessionToken)]);
    });

    test("the button behind the mail's link ends that session, once, and asks to sign in; the link alone changes nothing", {
      tag: "@email",
    }, async ({ page, app }) => {
      const { email, sessionToken } = await insertSession(app);
      const [owner, thief] = [new Client(app.origin, newClient()), new Client(app.origin, newClient())];
      owner.cookies.set("authjs.session-token", sessionToken);
      await signInByMail(thief, app, email);
      const link = linkIn(await mailTo(app, email));
      await page.goto(link);
      expect(await isSignedIn(thief)).toBe(true);
      await page.getByRole("button", { name: reportText.button }).click();
      await expect(page).toHaveURL(/\/sign-in\?/);
      await expectNotice(page, "signInReported");
      expect([await isSignedIn(thief), await isSignedIn(owner)]).toEqual([false, true]);

      // The thief's browser is known no more.
      await signInByMail(thief, app, email);
      expect((await mailTo(app, email)).subject).toBe(securityMailTitles.newBrowser);
      await page.goto(link);
      await page.getByRole("button", { name: reportText.button }).click();
      await expect(page.getByText(describeNotice("signInReportSpent")?.text ?? "")).toBeVisible();
      expect(await isSignedIn(thief)).toBe(true);
    });
  });

test("the present session is on top of the list, and the others follow, the newest first", async ({
  page,
  app,
  context,
}) => {
  const { id } = await signedIn(app, context);
  for (const [day, agent] of Object.values(AGENTS).entries()) {
    insertSessionRow(app, id, agent);
    const seen = new Date(Date.now() + (day + 1) * 60_000).toISOString();
    app.database
      .prepare(`UPDATE "Session" SET "lastSeenAt" = ? WHERE "userAgent" = ? AND "userId" = ?`)
      .run(seen, agent, id);
  }
  await page.goto("/account");
  const list = page.getByRole("region", { name: accountText.sessions.title }).getByRole("listitem");
  await expect(list).toContainText([accountText.sessions.current, ...Object.keys(AGENTS).reverse()]);
});

test("ending another device's session signs that device out immediately", async ({ page, app, context }) => {
  const { id } = await signedIn(app, context);
  const cookie = `authjs.session-token=${insertSessionRow(app, id)}`;
  const onTheOther = () => fetch(`${app.origin}/account`, { headers: { cookie }, redirect: "manual" });
  expect((await onTheOther()).status).toBe(200);
  await page.goto("/account");
  await pressAndConfirm(page, accountText.sessions.signOutOthers);
  await expectNotice(page, "otherSessionsEnded");
  expect((await onTheOther()).status).toBe(302);
});

test("the result of an action far down the page is in view, the page stays, and the next row has the focus", async ({
  page,
  app,
  context,
}) => {
  const { id } = await signedIn(app, context);
  for (const _ of [1, 2, 3]) insertSessionRow(app, id);
  await page.setViewportSize({ width: 1280, height: 500 });
  const heading = page.getByRole("heading", { name: accountText.sessions.title });
  const buttons = page.getByRole("button", { name: `${accountText.sessions.signOut} ${deviceText.unknown}` });
  for (const [path, left] of [
    ["/account", 2],
    ["/account#sessions", 1],
  ] as const) {
    await page.goto("/");
    await page.goto(path);
    await heading.evaluate((element) => element.scrollIntoView());
    const place = (await heading.boundingBox())?.y;
    await buttons.first().click();
    await expectNotice(page, "sessionEnded");
    await expect(page.getByRole("status")).toBeInViewport({ ratio: 1 });
    await expect(buttons).toHaveCount(left);
    await expect(buttons.first()).toBeFocused();
    expect((await heading.boundingBox())?.y, path).toBeCloseTo(place ?? 0, 0);
  }
});

test("signing out in the list signs this browser out", async ({ page, app, context }) => {
  const { id } = await signedIn(app, context);
  await page.goto("/account");
  await page
    .getByRole("region", { name: accountText.sessions.title })
    .getByRole("button", { name: accountText.sessions.signOut })
    .click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: layoutText.signIn, exact: true })).toBeVisible();
  await expectRows(app, "Session", "userId", id).toHaveLength(0);
});
