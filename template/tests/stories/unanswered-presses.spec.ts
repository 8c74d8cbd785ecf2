// Every button of every page while no answer comes: the page says so at its form, and the next press works. One press
// is one request, and an action's form waits for a late answer.

import { readdirSync } from "node:fs";
import type { BrowserContext, Locator, Page, Request, Route } from "@playwright/test";
import { unreachableText } from "../../../src/messages/errors.ts";
import { unansweredText } from "../../../src/messages/forms.ts";
import {
  type App,
  addAuthenticator,
  askForLink,
  claimed,
  expect,
  insertAccount,
  insertPasskey,
  insertSessionRow,
  newEmail,
  signedIn,
  test,
  withoutAutofill,
} from "../../../tests/support/test.ts";
import { isNight } from "../../night.ts";

const named = (name: string) => (page: Page) => page.getByRole("main").getByRole("button", { name, exact: true });

type Arrange = (page: Page, app: App) => Promise<unknown>;

/** The place of a button, and what is done before it is pressed. */
interface Press {
  path: string;
  arrange?: Arrange;
  button: (page: Page) => Locator;
}

const opened =
  (name: string, value?: string): Arrange =>
  async (page) => {
    await named(name)(page).click();
    if (value) await page.getByPlaceholder("new@example.com").fill(value);
  };

const NEW_EMAIL = newEmail("other");
const LINK = new URLSearchParams({ email: NEW_EMAIL, token: "x" });

/** The buttons of a signed-in user with everything, by what they are called. */
const OF_USERS: Record<string, Press> = {
  Save: { path: "/account", button: named("Save") },
  "Change email": {
    path: "/account",
    arrange: opened("Change email", NEW_EMAIL),
    button: named("Change email"),
  },
  "Rename Laptop": { path: "/account", arrange: opened("Rename Laptop"), button: named("Rename Laptop") },
  "Remove Laptop": { path: "/account", arrange: opened("Remove Laptop"), button: named("Remove Laptop") },
  "Disconnect GitHub": {
    path: "/account",
    arrange: opened("Disconnect GitHub"),
    button: named("Disconnect GitHub"),
  },
  "Add a passkey": { path: "/account", button: named("Add a passkey") },
  "Sign out": { path: "/account", button: named("Sign out") },
  "Sign out Unknown device": { path: "/account", button: named("Sign out Unknown device") },
  "Sign out other sessions": {
    path: "/account",
    arrange: opened("Sign out other sessions"),
    button: named("Sign out other sessions"),
  },
  "Delete account": {
    path: "/account",
    arrange: (page) => page.getByRole("textbox", { name: "Your email" }).fill("somebody@example.com"),
    button: named("Delete account"),
  },
  "Save and continue": { path: "/welcome", button: named("Save and continue") },
  "Add a passkey, on the welcome page": { path: "/welcome", button: named("Add a passkey") },
  "Change the email": { path: `/account/email?${LINK}`, button: named("Change the email") },
  "Sign out, on its page": { path: "/sign-out", button: named("Sign out") },
  "Sign in with a passkey, to sign in again": {
    path: "/sign-in?error=FreshSignInRequired",
    button: named("Sign in with a passkey"),
  },
  "Email me a link, to sign in again": {
    path: "/sign-in?error=FreshSignInRequired",
    button: named("Email me a link"),
  },
};

/** The buttons of a user with nothing but an address that is not confirmed. */
const OF_NEW_USERS: Record<string, Press> = {
  "Connect GitHub": { path: "/account", button: named("Connect GitHub") },
  "Confirm this email": { path: "/account", button: named("Confirm this email") },
};

/** The buttons of a visitor. */
const OF_VISITORS: Record<string, Press> = {
  "Email me a link": {
    path: "/sign-in",
    arrange: (page) => page.getByRole("textbox", { name: "Email" }).fill(newEmail()),
    button: named("Email me a link"),
  },
  "Sign in with a passkey": { path: "/sign-in", button: named("Sign in with a passkey") },
  "Continue with GitHub": { path: "/sign-in", button: named("Continue with GitHub") },
  "Sign in, with the mail's link": {
    path: "/sign-in/confirm?token=x&email=a@example.com",
    button: named("Sign in"),
  },
  "Get my email back": { path: "/sign-in/undo?token=x", button: named("Get my email back") },
  "Sign that browser out": { path: "/sign-in/report?token=x", button: named("Sign that browser out") },
  "Sign in, with the mail's code": {
    path: "/verify-request",
    // A complete one would be sent by itself, between two faults.
    arrange: (page) => page.getByRole("textbox", { name: "Code" }).fill("BBBB-BBB"),
    button: named("Sign in"),
  },
  "Send it again": {
    path: "/verify-request",
    arrange: (page) => page.clock.runFor(31_000),
    button: named("Send it again"),
  },
};

async function asUser(_: Page, app: App, context: BrowserContext): Promise<void> {
  const { id } = await signedIn(app, context);
  insertPasskey(app, id, "Laptop");
  insertAccount(app, id);
  insertSessionRow(app, id);
}

async function asNewUser(_: Page, app: App, context: BrowserContext): Promise<void> {
  const { id } = await signedIn(app, context);
  app.database.prepare(`UPDATE "User" SET "emailVerified" = NULL WHERE "id" = ?`).run(id);
}

async function asVisitor(page: Page, app: App): Promise<void> {
  await page.goto("/sign-in");
  await askForLink(page, app, newEmail());
}

const WHO = [
  { become: asUser, presses: OF_USERS },
  { become: asNewUser, presses: OF_NEW_USERS },
  { become: asVisitor, presses: OF_VISITORS },
];

/** Requests that wait. */
const held: Route[] = [];

/** How a request gets no answer. (What a proxy answers in its place: ../answers.spec.ts.) */
const FAULTS: Record<string, (context: BrowserContext) => Promise<unknown>> = {
  "the network is cut": (context) => context.setOffline(true),
  "the connection is refused": (context) => context.route(isCall, (route) => route.abort()),
  "no answer comes": (context) => context.route(isCall, (route) => void held.push(route)),
};

/** One button of each kind: the others have the same code behind them, and are tried with all faults at night. */
const KINDS = ["Save", "Change email", "Add a passkey", "Email me a link", "Continue with GitHub"];
const ONE_FAULT = "the connection is refused";

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

/** Opens the page, whose clock the test sets forward. */
async function open(page: Page, app: App, { path, arrange }: Press): Promise<void> {
  await page.clock.install();
  await page.goto(path);
  await arrange?.(page, app);
}

for (const { become, presses } of WHO)
  for (const [name, press] of Object.entries(presses))
    test(`${name}: a press that gets no answer says so in place, and the next one works`, async ({
      page,
      app,
      context,
    }) => {
      await addAuthenticator(page);
      await withoutAutofill(page);
      await become(page, app, context);
      await open(page, app, press);
      const button = press.button(page);
      const words = page.getByRole("alert").filter({ hasText: unreachableText.title });
      const path = page.url();
      let made = 0;
      page.on("request", (request) => isPress(request) && made++);
      const isAction = await button.evaluate((pressed: HTMLButtonElement) =>
        /_server/.test(String(pressed.form?.action)),
      );
      const hasAll = isNight || KINDS.includes(name);
      for (const [fault, cause] of Object.entries(FAULTS)) {
        if (!hasAll && fault !== ONE_FAULT) continue;
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
        expect(page.url(), fault).toBe(path);
        // The held requests are given up: they would be sent now. The page has given some of them up itself.
        for (const route of held.splice(0)) await route.abort().catch(() => {});
        await context.unrouteAll();
        await context.setOffline(false);
      }
      const answered = page.waitForResponse((response) => isPress(response.request()));
      await button.click();
      // 422: the confirmation was wrong on purpose.
      expect([200, 302, 422]).toContain((await answered).status());
      // biome-ignore lint/plugin: they were there before the press.
      await expect(words).toHaveCount(0);
    });

/** The paths of all pages, without those of any other address. */
const PAGES = readdirSync("src/routes", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx") && !file.includes("["))
  .map((file) => `/${file.replaceAll("\\", "/").replace(/(index)?\.tsx$/, "")}`);

test("every button of the pages is tried here", async ({ page, app, context }) => {
  const tried = WHO.flatMap(({ presses }) => Object.keys(presses)).map((name) => name.replace(/,.*/, ""));
  const found = new Set<string>();
  for (const { become, presses } of WHO) {
    await context.clearCookies();
    await become(page, app, context);
    for (const path of [...PAGES, ...Object.values(presses).map((press) => press.path)]) {
      await page.goto(path);
      await claimed(page);
      const buttons = page.getByRole("main").getByRole("button");
      const names = await buttons.evaluateAll((all) =>
        all.map((button) => (button.ariaLabel ?? (button as HTMLElement).innerText).replace(/\s+/g, " ").trim()),
      );
      for (const name of names) found.add(name.replace(/ in \d+ s$/, ""));
    }
  }
  expect([...found].sort()).toEqual([...new Set(tried)].sort());
});
