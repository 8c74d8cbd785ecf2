// Pages of each kind while their scripts are still on their way: a press before they run is the browser's own and ends
// like any other. The other tests never press that early, because they wait for the scripts (tests/support/gate.ts).

import type { BrowserContext, Page } from "@playwright/test";
import { askByForm, Client } from "../../../tests/support/client.ts";
import { type App, expect, expectNotice, newEmail, signedIn, test } from "../../../tests/support/test.ts";

test.use({ early: true });

/** Each leads to a page, and returns its path. */
type Arrive = (page: Page, app: App, context: BrowserContext) => Promise<string>;

const asVisitor = (path: string) => async () => path;
const asUser = (path: string) => async (_: Page, app: App, context: BrowserContext) => {
  await signedIn(app, context);
  return path;
};

const atLink: Arrive = (_, app) => askByForm(new Client(app.origin), app, newEmail());
const shows = (heading: string) => (page: Page) => expect(page.getByRole("heading", { name: heading })).toBeVisible();
const isDark = (page: Page) =>
  expect(page.getByRole("button", { name: "Dark" })).toHaveAttribute("aria-pressed", "true");
const isSpent = (page: Page) => expect(page.getByText("This link no longer works.")).toBeVisible();

/** A press on a page of each kind: the page, the button, its result, the sign-in method, and what is typed before. */
const PRESSES: [
  name: string,
  arrive: Arrive,
  button: string,
  expectResult: (page: Page) => Promise<void>,
  tag?: string,
  typed?: [field: string, value: string],
][] = [
  ["/", asVisitor("/"), "Dark", isDark],
  ["/sign-in", asVisitor("/sign-in"), "Email me a link", shows("Check your inbox"), "@email", ["Email", newEmail()]],
  ["/sign-in/confirm", atLink, "Sign in", shows("Welcome"), "@email"],
  ["/sign-in/report", asVisitor("/sign-in/report?token=x"), "Sign that browser out", isSpent],
  ["/account", asUser("/account"), "Save", (page) => expectNotice(page, "nameRemoved")],
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
