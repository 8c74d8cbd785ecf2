// Pages whose scripts are still on their way.

import type { BrowserContext, Page } from "@playwright/test";
import { askByForm, Client } from "../../../tests/support/client.ts";
import {
  type App,
  askForEmail,
  askForLink,
  expect,
  expectAuthError,
  expectNotice,
  linkIn,
  mailTo,
  newClient,
  newEmail,
  signedIn,
} from "../../../tests/support/test.ts";

interface Press {
  /** @returns the page's path */
  arrive: (page: Page, app: App, context: BrowserContext) => Promise<string>;
  button: string;
  /** Typed before. */
  typed?: [field: string, value: string];
  expectResult: (page: Page) => Promise<void>;
  tag?: string;
}

const asVisitor = (path: string) => async () => path;
const asUser = (path: string) => async (_: Page, app: App, context: BrowserContext) => {
  await signedIn(app, context);
  return path;
};

/** Every page has the form for the theme. */
const dark = (path: string, arrive: Press["arrive"] = asVisitor(path)): Press => ({
  arrive,
  button: "Dark",
  expectResult: async (page) => {
    await expect(page.getByRole("button", { name: "Dark" })).toHaveAttribute("aria-pressed", "true");
    await expect(page).toHaveURL(path);
  },
});

const isSignedIn = (page: Page) => expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
const isSignedOut = (page: Page) => expect(page.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();

/** A press on each page, by what the test is called. */
export const PRESSES: Record<string, Press> = {
  "/": dark("/"),
  "/error": dark("/error?error=Verification"),
  "/no/such/page": dark("/no/such/page"),
  "/protected": dark("/protected", asUser("/protected")),
  "/protected/client": dark("/protected/client", asUser("/protected/client")),
  "/sign-in": {
    arrive: asVisitor("/sign-in"),
    typed: ["Email", newEmail()],
    button: "Email me a link",
    expectResult: (page) => expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible(),
    tag: "@email",
  },
  "/sign-in, with GitHub": {
    arrive: asVisitor("/sign-in"),
    button: "Continue with GitHub",
    expectResult: (page) => expect(page.getByLabel("Username")).toBeVisible(),
    tag: "@github",
  },
  "/verify-request": {
    arrive: async (page, app) => {
      await page.goto("/sign-in");
      await askForLink(page, app, newEmail());
      return page.url();
    },
    // Complete, it would be sent by itself.
    typed: ["Code", "BBBB-BBB"],
    button: "Sign in",
    expectResult: (page) => expectAuthError(page, "Verification", "mismatch"),
    tag: "@email",
  },
  "/sign-in/confirm": {
    arrive: async (_, app) => askByForm(new Client(app.origin, newClient()), app, newEmail()),
    button: "Sign in",
    expectResult: isSignedIn,
    tag: "@email",
  },
  "/sign-in/report": {
    arrive: asVisitor("/sign-in/report?token=x"),
    button: "Sign that browser out",
    expectResult: (page) => expect(page.getByText("This link no longer works.")).toBeVisible(),
  },
  "/welcome": {
    arrive: asUser("/welcome?callbackUrl=/account"),
    typed: ["Name", "Ada"],
    button: "Save and continue",
    expectResult: (page) => expect(page).toHaveURL("/account"),
  },
  "/account": {
    arrive: asUser("/account"),
    button: "Save",
    expectResult: (page) => expectNotice(page, "nameRemoved"),
  },
  "/account/email": {
    arrive: async (page, app, context) => {
      await signedIn(app, context);
      const address = newEmail();
      await page.goto("/account");
      await askForEmail(page, address);
      return linkIn(await mailTo(app, address));
    },
    button: "Change the email",
    expectResult: (page) => expectNotice(page, "emailChanged"),
    tag: "@email",
  },
  "/sign-out": { arrive: asUser("/sign-out"), button: "Sign out", expectResult: isSignedOut },
};

/** Holds the scripts of all pages back. @returns lets them through */
export async function holdScripts(context: BrowserContext): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await context.route("**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The forms that the browser itself has sent. */
function formsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.isNavigationRequest()) sent.push(request.url());
  });
  return sent;
}

/** Opens a page whose scripts are late. */
export async function openLate(page: Page, app: App, context: BrowserContext, press: Press) {
  const path = await press.arrive(page, app, context);
  const release = await holdScripts(context);
  const sent = formsOf(page);
  await page.goto(path, { waitUntil: "commit" });
  const button = page.getByRole("button", { name: press.button, exact: true });
  await button.waitFor();
  const [field, value] = press.typed ?? [];
  if (field && value) await page.getByRole("textbox", { name: field }).fill(value);
  return { button, sent, release };
}
