// A sign-in that a browser sends twice, by a double press before the page's script runs.

import type { APIResponse, Page, Route } from "@playwright/test";
import { askByForm, Client } from "../../../tests/support/client.ts";
import {
  type App,
  askForLink,
  codeIn,
  expect,
  mailTo,
  newClient,
  newEmail,
  rows,
  test,
} from "../../../tests/support/test.ts";

const SIGN_IN = "/api/auth/callback/email";

/** A link to open in a browser that did not ask for it. */
const newLink = (app: App, address: string) => askByForm(new Client(app.origin, newClient()), app, address);

/** Lets the server answer. The browser keeps nothing of it, no cookie either. */
async function fetchInVain(page: Page, route: Route): Promise<APIResponse> {
  const context = page.context();
  const cookies = await context.cookies();
  const response = await route.fetch({ maxRedirects: 0 });
  await context.clearCookies();
  await context.addCookies(cookies);
  return response;
}

/** Presses twice. The server has answered the first press when the second one comes, and no page shows that answer. */
async function pressTwice(page: Page): Promise<void> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: pressedAgain, resolve: pressAgain } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(`**${SIGN_IN}`, async (route) => {
    sent += 1;
    if (sent > 1) {
      pressAgain();
      return route.continue();
    }
    const response = await fetchInVain(page, route);
    answer();
    await pressedAgain;
    // The browser has given the first request up.
    await route.fulfill({ response }).catch(() => {});
  });
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await button.hover();
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  // Presses by the mouse: a locator would wait for the page that the first press leads to.
  const press = () => page.mouse.click(x + width / 2, y + height / 2);
  await press();
  await answered;
  await press();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  expect(sent).toBe(2);
}

for (const way of ["while its page's script loads", "without JavaScript"])
  test.describe(`a mail's link in a fresh browser, ${way}`, { tag: "@email" }, () => {
    test.use({ javaScriptEnabled: way !== "without JavaScript", early: true });

    test("signs in with a double press", async ({ page, app }) => {
      const address = newEmail();
      const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
      await page.route("**/*.js", async (route) => {
        await loaded;
        await route.continue();
      });
      await page.goto(await newLink(app, address), { waitUntil: "commit" });
      await pressTwice(page);
      load();
      await page.goto("/account");
      await expect(page.getByRole("main").getByText(address).first()).toBeVisible();
      expect(rows(app, "User", "email", address)).toHaveLength(1);
    });
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a code signs in with a double press", { tag: "@email" }, async ({ page, app }) => {
    const address = newEmail();
    await page.goto("/sign-in");
    await askForLink(page, app, address);
    await page.getByRole("textbox", { name: "Code" }).fill(codeIn(await mailTo(app, address)));
    await pressTwice(page);
  });
});
