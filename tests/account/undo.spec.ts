// The way back for the owner of an address that an attacker has changed.

import { newEmailText } from "../../src/messages/account.ts";
import { activityText, undoText } from "../../src/messages/activity.ts";
import { describeNotice } from "../../src/messages/notices.ts";
import { isOffered } from "../support/methods.ts";
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
  signInByMail,
  test,
} from "../support/test.ts";

test("the owner of an address that was changed gets it back without JavaScript, once, and the attacker is signed out", {
  tag: "@email",
}, async ({ page, app, user, browser, authenticator: _ }) => {
  // An attacker at the user's unlocked browser.
  const address = newEmail("attacker");
  await page.goto("/account");
  await askForEmail(page, address);
  await page.goto(linkIn(await mailTo(app, address)));
  await page.getByRole("button", { name: newEmailText.other.button }).click();
  await expectNotice(page, "emailChanged");
  if (isOffered("passkey")) await addPasskey(page);

  const link = linkIn(await mailTo(app, user.email));
  const owner = await (await browser.newContext({ javaScriptEnabled: false, baseURL: app.origin })).newPage();
  await owner.goto(link);
  expect(rows(app, "User", "id", user.id)[0]?.email).toBe(address);
  await owner.getByRole("button", { name: undoText.button }).click();
  await expect(owner).toHaveURL(/\/sign-in\?/);
  await expectNotice(owner, "emailRestored");
  expect(rows(app, "User", "id", user.id)[0]?.email).toBe(user.email);
  if (hasSessionRows) expect(rows(app, "Session", "userId", user.id)).toEqual([]);
  expect(rows(app, "Authenticator", "userId", user.id)).toEqual([]);

  await signInByMail(owner, app, user.email);
  await owner.goto("/account");
  await expect(owner.getByText(activityText.events["address restored"])).toBeVisible();
  await owner.goto(link);
  await owner.getByRole("button", { name: undoText.button }).click();
  await expect(owner.getByText(describeNotice("emailUndoSpent")?.text ?? "")).toBeVisible();
  await owner.context().close();
});
