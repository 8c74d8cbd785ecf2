// The way back for the owner of an address that an attacker has changed.

import { newEmailText } from "../../src/messages/account.ts";
import { activityText, undoText } from "../../src/messages/activity.ts";
import { describeNotice } from "../../src/messages/notices.ts";
import {
  addPasskey,
  askForEmail,
  expect,
  expectNotice,
  hasSessionRows,
  linkIn,
  mailTo,
  newEmail,
  rows,
  type SignedInUser,
  signedIn,
  signInByMail,
  test,
} from "../support/test.ts";

type App = Parameters<typeof mailTo>[0];
type Page = Parameters<typeof askForEmail>[0];

/** An attacker at the user's unlocked browser changes the address. @returns the link in the mail to the old one */
async function takeOver(page: Page, app: App, { email }: SignedInUser): Promise<string> {
  const address = newEmail("attacker");
  await page.goto("/account");
  await askForEmail(page, address);
  await page.goto(linkIn(await mailTo(app, address)));
  await page.getByRole("button", { name: newEmailText.other.button }).click();
  await expectNotice(page, "emailChanged");
  return linkIn(await mailTo(app, email));
}

for (const javaScriptEnabled of [true, false])
  test(`the owner of an address that was changed gets it back${javaScriptEnabled ? "" : " without JavaScript"}, signs in, and the attacker is signed out; the link alone changes nothing, and works once`, {
    tag: "@email",
  }, async ({ page, app, context, browser }) => {
    const user = await signedIn(app, context);
    const link = await takeOver(page, app, user);
    const owner = await (await browser.newContext({ javaScriptEnabled, baseURL: app.origin })).newPage();
    await owner.goto(link);
    expect(rows(app, "User", "id", user.id)[0]?.email).not.toBe(user.email);
    await owner.getByRole("button", { name: undoText.button }).click();
    await expect(owner).toHaveURL(/\/sign-in\?/);
    await expectNotice(owner, "emailRestored");
    expect(rows(app, "User", "id", user.id)[0]?.email).toBe(user.email);
    if (hasSessionRows) expect(rows(app, "Session", "userId", user.id)).toEqual([]);

    await signInByMail(owner, app, user.email);
    await owner.goto("/account");
    await expect(owner.getByText(activityText.events["address restored"])).toBeVisible();
    await owner.goto(link);
    await owner.getByRole("button", { name: undoText.button }).click();
    await expect(owner.getByText(describeNotice("emailUndoSpent")?.text ?? "")).toBeVisible();
    await owner.context().close();
  });

test("the way back ends the passkey that the attacker has added, also in the attacker's own browser", {
  tag: ["@email", "@passkey"],
}, async ({ page, app, context, authenticator: _ }) => {
  const user = await signedIn(app, context);
  const link = await takeOver(page, app, user);
  await addPasskey(page);
  await page.goto(link);
  await page.getByRole("button", { name: undoText.button }).click();
  await expectNotice(page, "emailRestored");
  expect(rows(app, "Authenticator", "userId", user.id)).toEqual([]);
});
