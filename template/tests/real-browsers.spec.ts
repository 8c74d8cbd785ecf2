// What a visitor does in Firefox and in WebKit, the engine of Safari: the ways in, the account, and out.

import { type App, expect, linkIn, mailTo, newEmail, newLogin, test } from "../../tests/support/test.ts";
import { type Driver, openFirefox, openWebKit } from "./support/real-browsers.ts";

/** An expression that is true once Solid's script has claimed the page, and on a page without it. */
const CLAIMED = `document.readyState === "complete" && [...document.querySelectorAll("[data-hk]")]
  .every((each) => !window._$HY?.completed || _$HY.completed.has(each))`;

/** The value of an expression, over and over. It is empty while the page is left for another. */
const poll = (driver: Driver, expression: string, message = expression) =>
  expect.poll(() => driver.evaluate(expression).catch(() => ""), { message });

/** Waits for words on the page. */
async function expectText(driver: Driver, words: string): Promise<void> {
  await poll(driver, "document.body.innerText", words).toContain(words);
}

/** Types into a field. */
async function type(driver: Driver, selector: string, text: string): Promise<void> {
  await driver.type(selector, text);
  await poll(driver, `document.querySelector('${selector}').value`).toBe(text);
}

/** Presses a button or a link, once the page's script runs. */
async function press(driver: Driver, name: string): Promise<void> {
  const mark = `${CLAIMED} && (() => {
    const of = (parts) => [...document.querySelectorAll(parts)].filter((each) => each.checkVisibility());
    const all = [...of("main a, main button"), ...of("a, button")];
    const found = all.find((each) => (each.ariaLabel ?? each.innerText).trim() === ${JSON.stringify(name)});
    for (const each of new Set(all)) each.toggleAttribute("data-pressed", each === found);
    found?.scrollIntoView({ block: "center" });
    return Boolean(found);
  })()`;
  await poll(driver, mark, `button or link "${name}"`).toBe(true);
  await driver.press("[data-pressed]");
}

async function signInByMail(driver: Driver, app: App): Promise<void> {
  const email = newEmail();
  await driver.open(`${app.origin}/sign-in`);
  await type(driver, 'input[type="email"]', email);
  await press(driver, "Email me a link");
  await expectText(driver, "Check your inbox");
  await driver.open(linkIn(await mailTo(app, email)));
  await press(driver, "Sign in");
  await expectText(driver, "Welcome");
}

for (const [name, openBrowser] of Object.entries({ Firefox: openFirefox, WebKit: openWebKit }))
  test(`${name}: a visitor who is sent to sign in does so by mail, saves a name and signs out, then signs up with GitHub, and the chosen theme stays`, async ({
    app,
  }) => {
    const driver = await openBrowser();
    await driver.open(`${app.origin}/account`);
    await poll(driver, "location.pathname").toBe("/");
    await expectText(driver, "/account");
    await signInByMail(driver, app);
    await type(driver, 'input[name="name"]', "Ada");
    await press(driver, "Save and continue");
    await expectText(driver, "Ada");
    await driver.open(`${app.origin}/account`);
    await press(driver, "Save");
    await expectText(driver, "Your name was saved.");
    await driver.open(`${app.origin}/sign-out`);
    await press(driver, "Sign out");
    await poll(driver, "location.pathname").toBe("/");

    const login = newLogin();
    await driver.open(`${app.origin}/sign-in`);
    await press(driver, "Dark");
    await poll(driver, "document.documentElement.dataset.theme").toBe("dark");
    await press(driver, "Continue with GitHub");
    await expectText(driver, "Username");
    for (const [field, value] of Object.entries({ login, email: `${login}@example.com` }))
      await driver.evaluate(`document.querySelector('[name="${field}"]').value = "${value}"`);
    await press(driver, "Continue");
    await expectText(driver, "Welcome");
    expect(await driver.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    await driver.close();
  });
