// The list of the user's sessions. Not run under "jwt" (playwright.config.ts).

import { accountText } from "../../src/messages/account.ts";
import { reportText } from "../../src/messages/activity.ts";
import { deviceText } from "../../src/messages/devices.ts";
import { layoutText } from "../../src/messages/layout.ts";
import { securityMailTitles } from "../../src/messages/mail.ts";
import { describeNotice } from "../../src/messages/notices.ts";
import { type Client, clientOf, signInByMailAs, textsOf } from "../support/client.ts";
import {
  expect,
  expectNotice,
  hash,
  insertSession,
  insertSessionRow,
  linkIn,
  mailTo,
  pressAndConfirm,
  rows,
  test,
} from "../support/test.ts";

const { sessions } = accountText;
const AGENTS = {
  [deviceText.browserOn("Safari", "iPhone")]:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  [deviceText.browserOn("Firefox", "Windows")]:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

const isSignedIn = async (client: Client) => (await client.get("/account")).status === 200;

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a user sees their sessions, the present one first, ends one, then all others, which are signed out at once, and signs this browser out", async ({
    page,
    app,
    user: { id, sessionToken },
  }) => {
    for (const agent of ["<script>alert(1)</script>", ...Object.values(AGENTS)]) insertSessionRow(app, id, agent);
    const other = clientOf(app, { sessionToken: insertSessionRow(app, id) });
    for (const [minutes, agent] of Object.values(AGENTS).entries()) {
      const seen = new Date(Date.now() + (minutes + 1) * 60_000).toISOString();
      const update = `UPDATE "Session" SET "lastSeenAt" = ? WHERE "userAgent" = ? AND "userId" = ?`;
      app.database.prepare(update).run(seen, agent, id);
    }
    await page.goto("/account");
    const list = page.getByRole("region", { name: sessions.title }).getByRole("listitem");
    await expect(list).toContainText([sessions.current, ...Object.keys(AGENTS).reverse(), /./, deviceText.unknown]);
    const iPhone = list.filter({ hasText: deviceText.browserOn("Safari", "iPhone") });
    await iPhone.getByRole("button", { name: sessions.signOut }).click();
    await expectNotice(page, "sessionEnded");
    await expect(list).toHaveCount(4);
    expect(await isSignedIn(other)).toBe(true);
    await pressAndConfirm(page, sessions.signOutOthers);
    await expectNotice(page, "otherSessionsEnded");
    await expect(list).toHaveCount(1);
    await expect(page.getByText(sessions.noOthers)).toBeVisible();
    expect(await isSignedIn(other)).toBe(false);
    expect(rows(app, "Session", "userId", id).map((row) => row.sessionToken)).toEqual([hash(sessionToken)]);
    await list.getByRole("button", { name: sessions.signOut }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("link", { name: layoutText.signIn, exact: true })).toBeVisible();
    expect(rows(app, "Session", "userId", id)).toEqual([]);
  });
});

test("the button behind the mail's link ends that session, once, and asks to sign in; the link alone changes nothing", {
  tag: ["@email", "@newBrowserMails"],
}, async ({ app }) => {
  const user = await insertSession(app);
  const [owner, thief, visitor] = [clientOf(app, user), clientOf(app), clientOf(app)];
  await signInByMailAs(thief, app, user.email);
  const link = linkIn(await mailTo(app, user.email));
  /** @returns the texts of the page that the press leads to */
  async function press(): Promise<string> {
    const { location } = await visitor.press(await visitor.open(link), reportText.button);
    expect(location?.pathname).toBe("/sign-in");
    return textsOf(await visitor.open(location?.href ?? ""), "main").join();
  }
  await visitor.open(link);
  expect(await isSignedIn(thief)).toBe(true);
  expect(await press()).toContain(describeNotice("signInReported")?.text);
  expect([await isSignedIn(thief), await isSignedIn(owner)]).toEqual([false, true]);

  // The thief's browser is known no more.
  await signInByMailAs(thief, app, user.email);
  expect((await mailTo(app, user.email)).subject).toBe(securityMailTitles.newBrowser);
  expect(await press()).toContain(describeNotice("signInReportSpent")?.text);
  expect(await isSignedIn(thief)).toBe(true);
});

test("far down the page, a result is in view and the next row has the focus", async ({ page, app, user: { id } }) => {
  for (const _ of [1, 2]) insertSessionRow(app, id);
  await page.setViewportSize({ width: 1280, height: 500 });
  const heading = page.getByRole("heading", { name: sessions.title });
  const buttons = page.getByRole("button", { name: `${sessions.signOut} ${deviceText.unknown}` });
  await page.goto("/account#sessions");
  await heading.evaluate((element) => element.scrollIntoView());
  const place = (await heading.boundingBox())?.y;
  await buttons.first().click();
  await expectNotice(page, "sessionEnded");
  await expect(page.getByRole("status")).toBeInViewport({ ratio: 1 });
  await expect(buttons).toHaveCount(1);
  await expect(buttons.first()).toBeFocused();
  expect((await heading.boundingBox())?.y).toBeCloseTo(place ?? 0, 0);
});
