// Each page while its scripts are still on their way: a press before they run is the browser's own and ends like any
// other. The other tests never press that early, because their presses wait for the scripts (tests/support/gate.ts).

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
  test,
} from "../../../tests/support/test.ts";

test.use({ early: true });

/** Each leads to a page, and returns its path. */
type Arrive = (page: Page, app: App, context: BrowserContext) => Promise<string>;

const asVisitor = (path: string) => async () => path;
const asUser = (path: string) => async (_: Page, app: App, context: BrowserContext) => {
  await signedIn(app, context);
  return path;
};

async function atInbox(page: Page, app: App): Promise<string> {
  await page.goto("/sign-in");
  await askForLink(page, app, newEmail());
  return page.url();
}

async function atNewEmail(page: Page, app: App, context: BrowserContext): Promise<string> {
  await signedIn(app, context);
  const address = newEmail();
  await page.goto("/account");
  await askForEmail(page, address);
  return linkIn(await mailTo(app, address));
}

const atLink: Arrive = (_, app) => askByForm(new Client(app.origin, newClient()), app, newEmail());
const shows = (heading: string) => (page: Page) => expect(page.getByRole("heading", { name: heading })).toBeVisible();
const isDark = (page: Page) =>
  expect(page.getByRole("button", { name: "Dark" })).toHaveAttribute("aria-pressed", "true");
const isSpent = (page: Page) => expect(page.getByText("This link no longer works.")).toBeVisible();
const isMismatch = (page: Page) => expectAuthError(page, "Verification", "mismatch");

/** A press on each page: the page, the button, its result, the sign-in method, and what is typed before. */
const PRESSES: [
  name: string,
  arrive: Arrive,
  button: string,
  expectResult: (page: Page) => Promise<void>,
  tag?: string,
  typed?: [field: string, value: string],
][] = [
  ["/", asVisitor("/"), "Dark", isDark],
  ["/error", asVisitor("/error?error=Verification"), "Dark", isDark],
  ["/no/such/page", asVisitor("/no/such/page"), "Dark", isDark],
  ["/protected", asUser("/protected"), "Dark", isDark],
  ["/protected/client", asUser("/protected/client"), "Dark", isDark],
  ["/sign-in", asVisitor("/sign-in"), "Email me a link", shows("Check your inbox"), "@email", ["Email", newEmail()]],
  [
    "/sign-in, with GitHub",
    asVisitor("/sign-in"),
    "Continue with GitHub",
    (page) => expect(page.getByLabel("Username")).toBeVisible(),
    "@github",
  ],
  // A complete code would be sent by itself.
  ["/verify-request", atInbox, "Sign in", isMismatch, "@email", ["Code", "BBBB-BBB"]],
  ["/sign-in/confirm", atLink, "Sign in", shows("Welcome"), "@email"],
  ["/sign-in/report", asVisitor("/sign-in/report?token=x"), "Sign that browser out", isSpent],
  ["/welcome", asUser("/welcome?callbackUrl=/account"), "Save and continue", shows("Your account")],
  ["/account", asUser("/account"), "Save", (page) => expectNotice(page, "nameRemoved")],
  ["/account/email", atNewEmail, "Change the email", (page) => expectNotice(page, "emailChanged"), "@email"],
  ["/sign-out", asUser("/sign-out"), "Sign out", (page) => expect(page).toHaveURL("/")],
];

for (const [name, arrive, button, expectResult, tag, typed] of PRESSES)
  test(`${name}: a press before the scripts run is the browser's own, and ends the same`, { tag }, async ({
    page,
    app,
    context,
  }) => {
    const path = await arrive(page, app, context);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await context.route("**/*.js", (route) => released.then(() => route.continue()));
    let sent = 0;
    page.on("request", (request) => request.method() === "POST" && request.isNavigationRequest() && sent++);
    await page.goto(path, { waitUntil: "commit" });
    await page.getByRole("button", { name: button, exact: true }).waitFor();
    if (typed) await page.getByRole("textbox", { name: typed[0] }).fill(typed[1]);
    await page.getByRole("button", { name: button, exact: true }).click();
    await expectResult(page);
    expect(sent).toBe(1);
    release();
  });
