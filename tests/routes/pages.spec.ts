// Every page has no error in the console and loads nothing from other origins. Accessibility: accessibility.spec.ts.

import { notFoundText } from "../../src/messages/errors.ts";
import { clientOf } from "../support/client.ts";
import { claimed, expect, insertSession, signedIn, test } from "../support/test.ts";

const PUBLIC = [
  "/",
  "/sign-in",
  "/sign-in?error=OAuthCallbackError",
  "/sign-in/confirm?token=x&email=a@example.com",
  "/sign-in/confirm",
  "/verify-request",
  "/error?error=Verification",
  "/no-such-page",
  "/%ff",
];
const SIGNED_IN = ["/", "/welcome", "/protected", "/account", "/sign-out", "/sign-in?fresh=1"];

test("no page logs an error or a warning, or asks another host", async ({ page, app, context }) => {
  const faults: string[] = [];
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    // Browsers log a page whose status is an error.
    const isFault = ["error", "warning"].includes(message.type()) && !message.text().includes("status of");
    if (isFault) faults.push(`${page.url()}: ${message.text()}`);
  });
  const visit = async (path: string) => {
    await page.goto(path);
    await claimed(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  };
  for (const path of PUBLIC) await visit(path);
  await signedIn(app, context);
  for (const path of SIGNED_IN) await visit(path);
  expect(faults).toEqual([]);
  expect([...hosts]).toEqual([new URL(app.origin).host]);
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
  for (const path of ["/%73ign-in", "/verify%2Drequest"]) {
    const response = await page.goto(app.origin + path);
    expect(response?.status(), path).toBe(404);
    expect(await response?.text(), path).toContain(notFoundText.title);
    await claimed(page);
    await expect(page.getByRole("heading", { name: notFoundText.title })).toBeVisible();
  }
});
