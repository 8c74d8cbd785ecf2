// `strategy: "jwt"` in app.config.ts: without session rows, and otherwise the same. (Forged sessions:
// packages/solid-authjs/test/core/jwt.test.ts.)

import { homeText } from "../../src/messages/home.ts";
import {
  expect,
  expectNotice,
  expectRows,
  followLink,
  newEmail,
  rows,
  sessionCookie,
  signInByMail,
  test,
} from "../../tests/support/test.ts";

test.use({
  variant: { name: "jwt", file: "app.config.ts", from: 'strategy: "database"', to: 'strategy: "jwt"' },
});

test("an encrypted cookie holds the session, and no row; the account page works, and says why it lists no sessions", async ({
  page,
  app,
  context,
}) => {
  const address = newEmail();
  await page.goto("/sign-in?callbackUrl=/account");
  await signInByMail(page, app, address);
  const cookie = await sessionCookie(context);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect(cookie?.value.split(".")).toHaveLength(5);
  expect(Buffer.from(cookie?.value.split(".")[3] ?? "", "base64url").toString()).not.toContain(address);
  const [user] = rows(app, "User", "email", address);
  await expectRows(app, "Session", "userId", String(user?.id)).toHaveLength(0);

  await page.goto("/account");
  await expect(page.getByRole("region", { name: "Sessions" })).toContainText("Sessions can't be listed here");
  await expect(page.getByRole("button", { name: "Connect GitHub" })).toBeVisible();
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
