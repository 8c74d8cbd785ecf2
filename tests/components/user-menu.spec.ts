import { accountText } from "../../src/messages/account.ts";
import { layoutText } from "../../src/messages/layout.ts";
import { menuText } from "../../src/messages/user-menu.ts";
import { expect, expectRows, hasSessionRows, sessionCookie, test } from "../support/test.ts";

test("signing out is one press in the menu of every page, whose title is in the tab; the menu closes with Escape and with a click elsewhere", async ({
  page,
  app,
  context,
  user: { id, email },
}) => {
  await page.goto("/");
  const menu = page.getByRole("banner").getByRole("button", { name: email });
  const signOut = page.getByRole("banner").getByRole("button", { name: menuText.signOut });
  await menu.click();
  await expect(signOut).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(signOut).toBeHidden();
  await menu.click();
  await expect(signOut).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(signOut).toBeHidden();
  await menu.click();
  await page.getByRole("link", { name: menuText.account }).first().click();
  await expect(page.getByRole("heading", { name: accountText.title, level: 1 })).toBeVisible();
  await expect.poll(() => page.title()).toContain(accountText.title);
  await expect(signOut).toBeHidden();
  await menu.click();
  await signOut.click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: layoutText.signIn, exact: true })).toBeVisible();
  expect(await sessionCookie(context)).toBeUndefined();
  if (hasSessionRows) await expectRows(app, "Session", "userId", id).toHaveLength(0);
});
