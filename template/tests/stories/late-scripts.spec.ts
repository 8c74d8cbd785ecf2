// Pages of each kind while their scripts are still on their way: a press before they run is the browser's own and ends
// like any other. The other tests never press that early, because they wait for the scripts (tests/support/gate.ts).

import type { Page } from "@playwright/test";
import { askByForm, clientOf } from "../../../tests/support/client.ts";
import { expect, expectNotice, newEmail, signedIn, test } from "../../../tests/support/test.ts";

test.use({ early: true });

const shows = (heading: string) => (page: Page) => expect(page.getByRole("heading", { name: heading })).toBeVisible();
const isDark = (page: Page) =>
  expect(page.getByRole("button", { name: "Dark" })).toHaveAttribute("aria-pressed", "true");
const isSpent = (page: Page) => expect(page.getByText("This link no longer works.")).toBeVisible();

/** A press on a page of each kind: the page, the button, its result, and the sign-in method. */
const PRESSES: [path: string, button: string, expectResult: (page: Page) => Promise<void>, tag?: string][] = [
  ["/", "Dark", isDark],
  ["/sign-in", "Email me a link", shows("Check your inbox"), "@email"],
  ["/sign-in/confirm", "Sign in", shows("Welcome"), "@email"],
  ["/sign-in/report?token=x", "Sign that browser out", isSpent],
  ["/account", "Save", (page) => expectNotice(page, "nameRemoved")],
];

for (const [path, button, expectResult, tag] of PRESSES)
  test(`${path}: a press before the scripts run is the browser's own, and ends the same`, { tag }, async ({
    page,
    app,
    context,
  }) => {
    if (path === "/account") await signedIn(app, context);
    const link = path === "/sign-in/confirm" && (await askByForm(clientOf(app), app, newEmail()));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await context.route("**/*.js", (route) => released.then(() => route.continue()));
    let sent = 0;
    page.on("request", (request) => request.method() === "POST" && request.isNavigationRequest() && sent++);
    await page.goto(link || path, { waitUntil: "commit" });
    await page.getByRole("button", { name: button, exact: true }).waitFor();
    if (path === "/sign-in") await page.getByRole("textbox", { name: "Email" }).fill(newEmail());
    await page.getByRole("button", { name: button, exact: true }).click();
    await expectResult(page);
    expect(sent).toBe(1);
    release();
  });
