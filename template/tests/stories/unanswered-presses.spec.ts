// A button of each kind of form while no answer comes: the page says so at its form, and the next press works. One
// press is one request, and an action's form waits for a late answer.

import type { BrowserContext, Page, Request, Route } from "@playwright/test";
import { unreachableText } from "../../../src/messages/errors.ts";
import { unansweredText } from "../../../src/messages/forms.ts";
import {
  type App,
  addAuthenticator,
  askForLink,
  expect,
  insertAccount,
  insertPasskey,
  newEmail,
  signedIn,
  test,
  withoutAutofill,
} from "../../../tests/support/test.ts";

const named = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name: name.replace(/,.*/, ""), exact: true });

/** What is done before the button is pressed. */
type Arrange = (page: Page, name: string) => Promise<unknown>;

/** A button by its name, which what follows a comma is no part of, and its page. */
type Press = [name: string, path: string, arrange?: Arrange];

const opened: Arrange = (page, name) => named(page, name).click();
const typed = (field: string, value: string) => (page: Page) => page.getByRole("textbox", { name: field }).fill(value);

const asUser = async (page: Page, app: App) => {
  const { id } = await signedIn(app, page.context());
  insertPasskey(app, id, "Laptop");
  insertAccount(app, id);
};

const asVisitor = async (page: Page, app: App) => {
  await page.goto("/sign-in");
  await askForLink(page, app, newEmail());
};

const OF_USERS: Press[] = [
  ["Save", "/account"],
  [
    "Change email",
    "/account",
    async (page, name) => {
      await opened(page, name);
      await page.getByPlaceholder("new@example.com").fill(newEmail("other"));
    },
  ],
  ["Rename Laptop", "/account", opened],
  ["Add a passkey", "/account"],
  ["Delete account", "/account", typed("Your email", "somebody@example.com")],
  ["Save and continue", "/welcome"],
  ["Sign out, on its page", "/sign-out"],
  ["Email me a link, to sign in again", "/sign-in?error=FreshSignInRequired"],
];

const OF_VISITORS: Press[] = [
  ["Email me a link", "/sign-in", typed("Email", newEmail())],
  ["Sign in with a passkey", "/sign-in"],
  ["Continue with GitHub", "/sign-in"],
  ["Sign in, with the mail's link", "/sign-in/confirm?token=x&email=a@example.com"],
  ["Get my email back", "/sign-in/undo?token=x"],
  // A complete code would be sent by itself, between two faults.
  ["Sign in, with the mail's code", "/verify-request", typed("Code", "BBBB-BBB")],
  ["Send it again", "/verify-request", (page) => page.clock.runFor(31_000)],
];

const WHO = [
  { become: asUser, presses: OF_USERS },
  { become: asVisitor, presses: OF_VISITORS },
];

/** Requests that wait. */
const held: Route[] = [];

/** How a request gets no answer. (What a proxy answers in its place: ../answers.spec.ts.) */
const FAULTS: Record<string, (context: BrowserContext) => Promise<unknown>> = {
  "the connection is refused": (context) => context.route(isCall, (route) => route.abort()),
  "no answer comes": (context) => context.route(isCall, (route) => void held.push(route)),
};

/** The others have the same code behind them. */
const WITH_ALL_FAULTS = ["Save", "Change email", "Add a passkey", "Email me a link", "Continue with GitHub"];

/** Longer than a page waits. */
const TOO_LATE_MS = 16_500;

const isCall = ({ pathname }: URL) => /^\/(_server|api\/auth\/)/.test(pathname);

/** Whether a button's press makes it. The CSRF token, the session and the data of a page follow. */
const isPress = (request: Request) => {
  const { pathname } = new URL(request.url());
  return (
    pathname.includes("/webauthn-options/") ||
    (request.method() === "POST" && pathname === "/_server") ||
    /\/api\/auth\/(signin|callback\/email|signout)/.test(pathname)
  );
};

for (const { become, presses } of WHO)
  for (const [name, path, arrange] of presses)
    test(`${name}: a press that gets no answer says so in place, and the next one works`, async ({
      page,
      app,
      context,
    }) => {
      await addAuthenticator(page);
      await withoutAutofill(page);
      await become(page, app);
      await page.clock.install();
      await page.goto(path);
      await arrange?.(page, name);
      const button = named(page, name);
      const words = page.getByRole("alert").filter({ hasText: unreachableText.title });
      const url = page.url();
      let made = 0;
      page.on("request", (request) => isPress(request) && made++);
      const isAction = await button.evaluate((pressed: HTMLButtonElement) =>
        /_server/.test(String(pressed.form?.action)),
      );
      for (const [fault, cause] of Object.entries(FAULTS)) {
        if (fault === "no answer comes" && !WITH_ALL_FAULTS.includes(name)) continue;
        await cause(context);
        made = 0;
        await button.dblclick();
        if (fault === "no answer comes") {
          await button.focus();
          // Held down.
          for (const _ of [1, 2, 3]) await page.keyboard.down("Enter");
          await page.keyboard.up("Enter");
          await page.clock.runFor(1_500);
          if (!name.includes("passkey")) await expect(page.getByText("Sending…")).toHaveCount(1);
          await expect.poll(() => made, fault).toBe(1);
          await expect(words, fault).toHaveCount(0);
          await page.clock.runFor(TOO_LATE_MS);
          if (isAction) {
            await expect(page.getByRole("alert").filter({ hasText: unansweredText.title })).toBeVisible();
            await button.click();
            for (const route of held.splice(0)) await route.abort();
          }
        }
        await expect(words, fault).toBeVisible();
        if (fault === "no answer comes") expect(made, fault).toBe(1);
        await expect(words, fault).toContainText("Check your connection");
        await expect(words, fault).toBeInViewport();
        await expect(page.locator('main [aria-busy="true"]'), fault).toHaveCount(0);
        expect(page.url(), fault).toBe(url);
        // The held requests are given up: they would be sent now. The page has given some of them up itself.
        for (const route of held.splice(0)) await route.abort().catch(() => {});
        await context.unrouteAll();
      }
      const answered = page.waitForResponse((response) => isPress(response.request()));
      await button.click();
      // 422: the confirmation was wrong on purpose.
      expect([200, 302, 422]).toContain((await answered).status());
      // biome-ignore lint/plugin: they were there before the press.
      await expect(words).toHaveCount(0);
    });
