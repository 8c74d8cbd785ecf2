import appConfig from "../../app.config.ts";
import { accountText, newEmailText, signOutText } from "../../src/messages/account.ts";
import { pressAgainText, unreachableText } from "../../src/messages/errors.ts";
import { otherUserText } from "../../src/messages/forms.ts";
import { homeText } from "../../src/messages/home.ts";
import { layoutText } from "../../src/messages/layout.ts";
import { securityMailTitles } from "../../src/messages/mail.ts";
import { menuText } from "../../src/messages/user-menu.ts";
import {
  type App,
  age,
  askForEmail,
  claimed,
  expect,
  expectAuthError,
  expectFieldError,
  expectNotice,
  expectUser,
  followLink,
  goToAccount,
  linkIn,
  mailTo,
  newEmail,
  rows,
  signedIn,
  test,
} from "../support/test.ts";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a user changes their name and sees it on every page", async ({ page, app, context }) => {
      await signedIn(app, context);
      await page.goto("/account");
      await page.getByRole("textbox", { name: accountText.profile.name, exact: true }).fill("  Ada\tLovelace ");
      await page.getByRole("button", { name: accountText.profile.save }).click();
      await expectNotice(page, "nameSaved");
      await expect(page.getByRole("textbox", { name: accountText.profile.name, exact: true })).toHaveValue(
        "Ada Lovelace",
      );
      await expectUser(page, "Ada Lovelace");
      await page.goto("/");
      await expectUser(page, "Ada Lovelace");
      await page.goto("/account");
      await expectUser(page, "Ada Lovelace");
      await expect(page.getByRole("status")).toHaveCount(0);
    });

    test("a user changes their address: it is confirmed at the new one, and the old one is notified", async ({
      page,
      app,
      context,
    }) => {
      const { id, email: old } = await signedIn(app, context);
      const address = newEmail("moved");
      await page.goto("/account");
      await askForEmail(page, address.toUpperCase());
      await expectNotice(page, "emailAsked");
      await expect(page.getByRole("textbox", { name: accountText.profile.newEmail })).toHaveCount(0);
      await expect.poll(() => rows(app, "User", "id", id)[0]?.email).toBe(old);

      const link = linkIn(await mailTo(app, address));
      await page.goto(link);
      await expect(page.getByRole("main")).toContainText(`${newEmailText.from} ${old} ${newEmailText.to} ${address}`);
      await expect.poll(() => rows(app, "User", "id", id)[0]?.email).toBe(old);
      await page.getByRole("button", { name: newEmailText.other.button }).click();
      await expectNotice(page, "emailChanged");
      await expect.poll(() => rows(app, "User", "id", id)[0]?.email).toBe(address);
      expect((await mailTo(app, old)).subject).toBe(securityMailTitles.emailChanged);

      await page.goto(link);
      await expect(page.getByRole("heading", { name: newEmailText.broken })).toBeVisible();
      await expect(page.getByRole("main")).toContainText(newEmailText.alreadyOwn);
    });

    test("the form that needs a fresh sign-in is open again after it, with what was typed, and asks to press again", async ({
      page,
      app,
      context,
    }) => {
      const user = await signedIn(app, context);
      await age(app, context, user, 20);
      await page.goto("/account");
      await askForEmail(page, "ada@example.com");
      await expectAuthError(page, "FreshSignInRequired");
      const back = new URL(page.url()).searchParams.get("callbackUrl") ?? "";
      await age(app, context, user, 0);
      await page.goto(back);
      await expect(page.getByRole("alert")).toHaveText(pressAgainText.text);
      // Without JavaScript the form is open, and nothing has stored what was typed.
      const typed = javaScriptEnabled ? "ada@example.com" : "";
      await expect(page.getByRole("textbox", { name: accountText.profile.newEmail })).toHaveValue(typed);
      await askForEmail(page, "ada@example.com");
      await expectNotice(page, "emailAsked");
      await expect(page.getByRole("alert")).toHaveCount(0);
    });

    test("a name or an address that is refused stays in its field, with the error under it", async ({
      page,
      app,
      context,
    }) => {
      const { id } = await signedIn(app, context);
      await page.goto("/account");
      const name = page.getByRole("textbox", { name: accountText.profile.name, exact: true });
      // Some clients ignore maxlength.
      await name.evaluate((input) => input.removeAttribute("maxlength"));
      await name.fill("x".repeat(101));
      await page.getByRole("button", { name: accountText.profile.save }).click();
      await expectFieldError(name, "nameTooLong");
      await expect(name).toHaveValue("x".repeat(101));
      await expect.poll(() => rows(app, "User", "id", id)[0]?.name).toBeNull();

      // The browser accepts this address.
      const tooLong = `${"x".repeat(250)}@example.com`;
      await askForEmail(page, tooLong);
      const address = page.getByRole("textbox", { name: accountText.profile.newEmail });
      await expectFieldError(address, "emailInvalid");
      await expect(address).toHaveValue(tooLong);
      await askForEmail(page, newEmail());
      await expectNotice(page, "emailAsked");
      await expect(address).toHaveCount(0);
    });
  });

/** Sets a counter as after so many attempts in this window. */
function setUsed(app: App, limit: string, attempts: number): void {
  app.database.prepare(`UPDATE "RateLimit" SET "points" = ? WHERE "key" LIKE ?`).run(attempts, `${limit}:%`);
}

test("a user asks for ten changes of address in ten minutes, to whichever addresses", async ({
  page,
  app,
  context,
}) => {
  await signedIn(app, context);
  for (const used of [0, 9, 10]) {
    setUsed(app, "changesOfUser", used);
    await page.goto("/account");
    await askForEmail(page, newEmail());
    if (used < 10) await expectNotice(page, "emailAsked");
    else await expectFieldError(page.getByRole("textbox", { name: accountText.profile.newEmail }), "emailLimited");
  }
});

test("a form that gets no answer says so and can be sent again, once for each press", async ({
  page,
  app,
  context,
}) => {
  await signedIn(app, context);
  await page.goto("/account");
  const save = page.getByRole("button", { name: accountText.profile.save });
  await page.getByRole("textbox", { name: accountText.profile.name, exact: true }).fill("Ada");
  await context.setOffline(true);
  await save.click();
  await expect(page.getByRole("alert")).toContainText(unreachableText.text);
  await context.setOffline(false);
  let sent = 0;
  page.on("request", (request) => request.method() === "POST" && sent++);
  await save.dblclick();
  // Held down.
  for (const _ of [1, 2, 3]) await page.keyboard.down("Enter");
  await expectNotice(page, "nameSaved");
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(sent).toBeLessThanOrEqual(2);
});

test("a held Enter sends a form once, also where it is refused and the field has the focus again", async ({
  page,
  app,
  context,
}) => {
  await signedIn(app, context);
  await page.goto("/account");
  await claimed(page);
  const name = page.getByRole("textbox", { name: accountText.profile.name, exact: true });
  await name.evaluate((input) => input.removeAttribute("maxlength"));
  await name.fill("x".repeat(101));
  await page.evaluate(() => {
    Object.assign(window, { sent: 0 });
    document.addEventListener("submit", () => Reflect.set(window, "sent", Reflect.get(window, "sent") + 1));
  });
  await page.keyboard.down("Enter");
  await expectFieldError(name, "nameTooLong");
  for (const _ of [1, 2, 3]) await page.keyboard.down("Enter");
  expect(await page.evaluate(() => Reflect.get(window, "sent"))).toBe(1);
  await page.keyboard.up("Enter");
});

test("what was typed when the session ended is there again after the sign-in, and another user neither sees nor keeps it", async ({
  page,
  app,
  context,
}) => {
  await signedIn(app, context);
  const own = await context.cookies();
  const name = page.getByRole("textbox", { name: accountText.profile.name, exact: true });
  const address = page.getByRole("textbox", { name: accountText.profile.newEmail });
  const confirmation = page.getByRole("textbox", { name: accountText.deletion.confirmation });
  const loseSession = async () => {
    await page.goto("/account");
    await name.fill("Ada");
    await page.getByRole("button", { name: accountText.profile.change }).click();
    await address.fill("ada@example.com");
    await confirmation.fill("ada@example.com");
    await context.clearCookies();
    await page.getByRole("button", { name: accountText.profile.save }).click();
    await expectAuthError(page, "SessionRequired", "signed_out");
  };
  await loseSession();
  await context.addCookies(own);
  await page.goto("/account");
  await expect(name).toHaveValue("Ada");
  await expect(address).toHaveValue("ada@example.com");
  await expect(confirmation).toHaveValue("");

  await loseSession();
  await signedIn(app, context);
  await page.goto("/account");
  await expect(name).toHaveValue("");
  await expect(address).toHaveCount(0);
  await page.getByRole("banner").getByRole("button").click();
  await page.getByRole("banner").getByRole("button", { name: menuText.signOut }).click();
  await expect(page.getByRole("link", { name: layoutText.signIn, exact: true })).toBeVisible();
  await context.addCookies(own);
  await page.goto("/account");
  await expect(name).toHaveValue("");
});

for (const [where, javaScriptEnabled, hasChannel] of [
  ["in a browser whose tabs tell each other", true, true],
  ["in a browser whose tabs tell each other nothing", true, false],
  ["without JavaScript", false, false],
] as const)
  test.describe(where, () => {
    test.use({ javaScriptEnabled });

    test("the page of a user in whose browser another one has signed in changes nothing, says so, and shows that one", async ({
      page,
      app,
      context,
    }) => {
      if (!hasChannel) await context.addInitScript(() => Reflect.deleteProperty(window, "BroadcastChannel"));
      const ada = await signedIn(app, context);
      await page.goto("/account");
      const name = page.getByRole("textbox", { name: accountText.profile.name, exact: true });
      await name.fill("Ada");
      await page.getByRole("textbox", { name: accountText.deletion.confirmation }).fill(ada.email);
      const grace = await signedIn(app, context);
      const other = await context.newPage();
      await other.goto("/account");
      await expectUser(other, grace.email);
      if (!hasChannel) {
        await page.getByRole("button", { name: accountText.profile.save }).click();
        await expect(page.getByRole("alert")).toHaveText(otherUserText(grace.email));
      }
      await expectUser(page, grace.email);
      await expect(name).toHaveValue("");
      await expect(page.getByRole("textbox", { name: accountText.deletion.confirmation })).toHaveValue("");
      for (const { id } of [ada, grace]) expect(rows(app, "User", "id", id)[0]?.name).toBeNull();
      await name.fill("Grace");
      await page.getByRole("button", { name: accountText.profile.save }).click();
      await expectNotice(page, "nameSaved");
      expect(rows(app, "User", "id", grace.id)[0]?.name).toBe("Grace");
    });
  });

test("removing a name is not reported as saving one", async ({ page, app, context }) => {
  const { id, email } = await signedIn(app, context);
  app.database.prepare(`UPDATE "User" SET "name" = 'Ada' WHERE "id" = ?`).run(id);
  await page.goto("/account");
  await page.getByRole("textbox", { name: accountText.profile.name, exact: true }).fill("  ");
  await page.getByRole("button", { name: accountText.profile.save }).click();
  await expectNotice(page, "nameRemoved");
  await expectUser(page, email);
  await expect.poll(() => rows(app, "User", "id", id)[0]?.name).toBeNull();
});

test("a notice goes with its page, and does not come back with it", async ({ page, app, context }) => {
  await signedIn(app, context);
  await page.goto("/account");
  await page.getByRole("textbox", { name: accountText.profile.name, exact: true }).fill("Ada");
  await page.getByRole("button", { name: accountText.profile.save }).click();
  await expectNotice(page, "nameSaved");
  await page.getByRole("banner").getByRole("link", { name: appConfig.name }).click();
  await expect(page.getByRole("heading", { name: homeText.welcome("Ada"), level: 1 })).toBeVisible();
  await expect(page.getByRole("status")).toHaveCount(0);
  for (const back of [
    () => goToAccount(page),
    async () => {
      await page.getByRole("banner").getByRole("link", { name: appConfig.name }).click();
      await expect(page).toHaveURL("/");
      await page.goBack();
    },
  ]) {
    await back();
    // The home page has a heading of this name as well.
    await expect(page.getByRole("heading", { name: accountText.title, level: 1 })).toBeVisible();
    await expect(page.getByRole("status")).toHaveCount(0);
  }
});

for (const javaScriptEnabled of [true, false])
  test(`staying signed in leads back to the page one came from, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    app,
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: app.origin });
    await signedIn(app, context);
    const page = await context.newPage();
    await page.goto("/account?tab=2");
    await followLink(page, "/sign-out");
    await page.getByRole("link", { name: signOutText.cancel }).click();
    await expect(page).toHaveURL("/account?tab=2");
    await context.close();
  });
