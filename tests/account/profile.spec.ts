import { accountText, newEmailText } from "../../src/messages/account.ts";
import { describeAuthError } from "../../src/messages/auth-errors.ts";
import { pressAgainText, unreachableText } from "../../src/messages/errors.ts";
import { otherUserText } from "../../src/messages/forms.ts";
import { layoutText } from "../../src/messages/layout.ts";
import { menuText } from "../../src/messages/user-menu.ts";
import { clientOf, fieldsOf, textsOf } from "../support/client.ts";
import {
  age,
  askForEmail,
  expect,
  expectAuthError,
  expectFieldError,
  expectNotice,
  expectUser,
  insertSession,
  linkIn,
  mailTo,
  nameField,
  newEmail,
  rows,
  saveName,
  signedIn,
  test,
} from "../support/test.ts";

const { deletion, profile } = accountText;
const OTHER_USER = describeAuthError("OtherUser").title;

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a user changes their name, sees it on every page, and removes it", async ({ page, app, user }) => {
    await page.goto("/account");
    await saveName(page, "  Ada\tLovelace ");
    await expectNotice(page, "nameSaved");
    await expect(nameField(page)).toHaveValue("Ada Lovelace");
    for (const path of ["/", "/account"]) {
      await page.goto(path);
      await expectUser(page, "Ada Lovelace");
    }
    await saveName(page, "  ");
    await expectNotice(page, "nameRemoved");
    await expectUser(page, user.email);
    expect(rows(app, "User", "id", user.id)[0]?.name).toBeNull();
  });
});

test("a user changes their address, which is confirmed at the new one, once", async ({ page, app, user }) => {
  const address = newEmail("moved");
  const stored = () => rows(app, "User", "id", user.id)[0]?.email;
  await page.goto("/account");
  await askForEmail(page, address.toUpperCase());
  await expectNotice(page, "emailAsked");
  await expect(page.getByRole("textbox", { name: profile.newEmail })).toHaveCount(0);
  const link = linkIn(await mailTo(app, address));
  await page.goto(link);
  const main = page.getByRole("main");
  await expect(main).toContainText(`${newEmailText.from} ${user.email} ${newEmailText.to} ${address}`);
  expect(stored()).toBe(user.email);
  await page.getByRole("button", { name: newEmailText.other.button }).click();
  await expectNotice(page, "emailChanged");
  expect(stored()).toBe(address);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: newEmailText.broken })).toBeVisible();
  await expect(main).toContainText(newEmailText.alreadyOwn);
});

test("after a fresh sign-in, the form is open with what was typed", async ({ page, app, context, user }) => {
  await age(app, context, user, 20);
  await page.goto("/account");
  await askForEmail(page, "ada@example.com");
  await expectAuthError(page, "FreshSignInRequired");
  const back = new URL(page.url()).searchParams.get("callbackUrl") ?? "";
  await age(app, context, user, 0);
  await page.goto(back);
  await expect(page.getByRole("alert")).toHaveText(pressAgainText.text);
  await expect(page.getByRole("textbox", { name: profile.newEmail })).toHaveValue("ada@example.com");
  await askForEmail(page, "ada@example.com");
  await expectNotice(page, "emailAsked");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a form without an answer says so; a double press and a held Enter send it once, also where it is refused", async ({
  page,
  context,
  user: _,
}) => {
  await page.goto("/account");
  // By then the code for the calls is there. Chromium 150 never asks again for code that it could not load.
  await saveName(page, "Grace");
  await expectNotice(page, "nameSaved");
  await context.setOffline(true);
  await saveName(page, "");
  await expect(page.getByRole("alert")).toContainText(unreachableText.text);
  await context.setOffline(false);
  let sent = 0;
  page.on("request", (request) => request.method() === "POST" && sent++);
  await page.getByRole("button", { name: profile.save }).dblclick();
  // Not the notice of the first press, which stays until this one's.
  await expectNotice(page, "nameRemoved");
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(sent).toBe(1);

  await nameField(page).evaluate((input) => input.removeAttribute("maxlength"));
  await nameField(page).fill("x".repeat(101));
  await page.keyboard.down("Enter");
  await expectFieldError(nameField(page), "nameTooLong");
  for (const _ of [1, 2, 3]) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  // Requests begin in their order, so another press would be counted by then.
  await page.evaluate(() => fetch("/api/health"));
  expect(sent).toBe(2);
  await nameField(page).fill("Ada");
  await page.keyboard.press("Enter");
  await expect.poll(() => sent).toBe(3);
});

test("text that was typed when the session ended is its user's alone", async ({ page, app, context, user: _ }) => {
  const own = await context.cookies();
  const address = page.getByRole("textbox", { name: profile.newEmail });
  const confirmation = page.getByRole("textbox", { name: deletion.confirmation });
  const loseSession = async () => {
    await page.goto("/account");
    await nameField(page).fill("Ada");
    await page.getByRole("button", { name: profile.change }).click();
    await address.fill("ada@example.com");
    await confirmation.fill("ada@example.com");
    await context.clearCookies();
    await page.getByRole("button", { name: profile.save }).click();
    await expectAuthError(page, "SessionRequired", "signed_out");
  };
  await loseSession();
  await context.addCookies(own);
  await page.goto("/account");
  await expect(nameField(page)).toHaveValue("Ada");
  await expect(address).toHaveValue("ada@example.com");
  await expect(confirmation).toHaveValue("");

  await loseSession();
  await signedIn(app, context);
  await page.goto("/account");
  await expect(nameField(page)).toHaveValue("");
  await expect(address).toHaveCount(0);
  await page.getByRole("banner").getByRole("button").click();
  await page.getByRole("banner").getByRole("button", { name: menuText.signOut }).click();
  await expect(page.getByRole("link", { name: layoutText.signIn, exact: true })).toBeVisible();
  await context.addCookies(own);
  await page.goto("/account");
  await expect(nameField(page)).toHaveValue("");
});

test("a page whose user was replaced saves nothing, and says so; where another tab tells it, at once", async ({
  page,
  app,
  context,
  user: ada,
}) => {
  await page.goto("/account");
  const confirmation = page.getByRole("textbox", { name: deletion.confirmation });
  /** Another user signs in while the page has typed text. */
  async function replaceUser() {
    await nameField(page).fill("Ada");
    await confirmation.fill(ada.email);
    return signedIn(app, context);
  }
  const grace = await replaceUser();
  await page.getByRole("button", { name: profile.save }).click();
  await expect(page.getByRole("alert")).toHaveText(otherUserText(grace.email));
  await expectUser(page, grace.email);
  await expect(nameField(page)).toHaveValue("");
  const last = await replaceUser();
  await (await context.newPage()).goto("/account");
  await expectUser(page, last.email);
  await expect(nameField(page)).toHaveValue("");
  await expect(confirmation).toHaveValue("");
  for (const { id } of [ada, grace, last]) expect(rows(app, "User", "id", id)[0]?.name).toBeNull();
  await saveName(page, "Grace");
  await expectNotice(page, "nameSaved");
  expect(rows(app, "User", "id", last.id)[0]?.name).toBe("Grace");
});

test("Connect and Sign out on another user's page change nothing, and say who is signed in", {
  tag: "@github",
}, async ({ app }) => {
  const client = clientOf(app, await insertSession(app));
  const page = await client.open("/account");
  const { email, sessionToken } = await insertSession(app);
  client.cookies.set("authjs.session-token", sessionToken);
  for (const [action, next] of [
    ["/signin/github", "/account"],
    ["/signout", "/sign-out"],
  ] as const) {
    const { location } = await client.post(`/api/auth${action}`, fieldsOf(page, action));
    expect(location?.pathname).toBe(next);
    expect(textsOf(await client.open(location?.href ?? "no redirect"), "strong")).toContain(`${OTHER_USER}: ${email}`);
    expect(client.sessionToken).toBe(sessionToken);
  }
});
