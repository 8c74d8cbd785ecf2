// The gate of the browser tests (tests/support/gate.ts): no press reaches a page before its script.

import { expectNoneEarly } from "../../../tests/support/gate.ts";
import { expect, test } from "../../../tests/support/test.ts";
import { holdScripts, openLate, PRESSES } from "../support/late-scripts.ts";

for (const [name, press] of Object.entries(PRESSES))
  test(`${name}: a press waits for late scripts, and is theirs`, { tag: press.tag }, async ({ page, app, context }) => {
    const { button, sent, release } = await openLate(page, app, context, press);
    await expect(page.locator(":root")).toHaveCSS("pointer-events", "none");
    const pressed = button.click();
    release();
    await pressed;
    await press.expectResult(page);
    expect(sent).toEqual([]);
  });

test("a form that is sent by key before the scripts run fails its test", async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  await page.goto("/sign-out");
  expectNoneEarly(context);
  const release = await holdScripts(context);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Dark" }).press("Enter");
  await expect(page.getByRole("button", { name: "Dark" })).toHaveAttribute("aria-pressed", "true");
  expect(() => expectNoneEarly(context)).toThrow(/api\/theme/);
  release();
  await context.close();
});
