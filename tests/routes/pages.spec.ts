// Every page is accessible, has no error in the console and loads nothing from other origins.

import { notFoundText } from "../../src/messages/errors.ts";
import { expectAccessible } from "../support/accessible.ts";
import { clientOf } from "../support/client.ts";
import { claimed, expect, insertSession, signedIn, test } from "../support/test.ts";

const ERROR = "/sign-in?error=OAuthCallbackError";
const PUBLIC = [
  "/",
  ERROR,
  "/sign-in/confirm?token=x&email=a@example.com",
  "/verify-request",
  "/error?error=Verification",
  "/no-such-page",
  "/%ff",
];
const SIGNED_IN = ["/", "/welcome", "/protected", "/account", "/sign-out", "/sign-in?fresh=1"];

test.describe("in the browser", () => {
  // During the transition between themes, colours belong to neither.
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("no page logs an error or a warning, or asks another host; the home page, the account page and an error are accessible in both themes", async ({
    page,
    app,
    context,
  }) => {
    const inBothThemes = new Set(["/", ERROR, "/account"]);
    const faults: string[] = [];
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      // Browsers log a page whose status is an error.
      const isFault = ["error", "warning"].includes(message.type()) && !message.text().includes("status of");
      if (isFault) faults.push(`${page.url()}: ${message.text()}`);
    });
    for (const paths of [PUBLIC, SIGNED_IN]) {
      if (paths === SIGNED_IN) await signedIn(app, context);
      for (const path of paths) {
        await page.goto(path);
        await claimed(page);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        if (path === ERROR) await expect(page.getByRole("alert")).toBeFocused();
        if (inBothThemes.delete(path)) await expectAccessible(page, path);
      }
    }
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(app.origin).host]);
  });
});

test("every page renders once: its data is there first, and goes to the browser without a promise", async ({ app }) => {
  for (const [paths, client] of [
    [PUBLIC, clientOf(app)],
    [SIGNED_IN, clientOf(app, await insertSession(app))],
  ] as const)
    for (const path of paths) {
      // The first request loads parts of the page.
      await client.get(path, { accept: "text/html" });
      const { body: html } = await client.get(path, { accept: "text/html" });
      expect(html, path).toContain("<h1");
      expect(html, path).not.toContain(").p;");
    }
});

test("an escaped spelling of a page's path is a 404 that says so, in the browser as well", async ({ page, app }) => {
  const response = await page.goto(`${app.origin}/%73ign-in`);
  expect(response?.status()).toBe(404);
  expect(await response?.text()).toContain(notFoundText.title);
  await claimed(page);
  await expect(page.getByRole("heading", { name: notFoundText.title })).toBeVisible();
});
