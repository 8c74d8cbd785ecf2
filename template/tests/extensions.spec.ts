// Additions in a clone: links in the header, a component of the browser, one with the classes of shadcn, an API route
// with headers of its own, and a provider that redirects to a further site.

import { readFileSync } from "node:fs";
import type { Browser } from "@playwright/test";
import { formatHex } from "culori";
import { readLook } from "../../scripts/look.ts";
import { expectAccessible } from "../../tests/support/accessible.ts";
import { root, startApp } from "../../tests/support/app.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { serveFetch } from "../../tests/support/peer.ts";
import { expect, followLink, signedIn, test } from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";

test.use({ variant: LAB });

test("an API route keeps its status, cookie and caching, and cannot loosen the security headers", async ({ app }) => {
  const response = await fetch(`${app.origin}/api/loose`);
  expect([response.status, await response.text()]).toEqual([202, "text"]);
  expect(response.headers.getSetCookie()).toEqual(["own=1"]);
  expect(response.headers.get("cache-control")).toBe("public, max-age=60");
  expect(response.headers.get("x-frame-options")).toBe("DENY");
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; /);
});

test("the owner's links are in the header, and on a phone behind one button", async ({ page, app, context }) => {
  const links = page.getByRole("navigation").getByRole("link");
  await page.goto("/elements");
  await expect(links).toHaveText(["Solid Auth Starter", "Elements", "Sign in"]);
  await expect(links.nth(1)).toHaveAttribute("aria-current", "page");

  await signedIn(app, context);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/elements");
  const yours = page.getByRole("link", { name: "Yours" });
  const menu = page.getByRole("button", { name: "Menu" });
  await expect(menu).toBeVisible();
  await expect(yours).toBeHidden();
  await menu.click();
  await yours.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
  await expect(yours).toBeHidden();
});

test("a component that only the browser renders asks for its data, in one call", async ({ page, app, context }) => {
  await signedIn(app, context);
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("/_server") && calls.push(request.url()));
  await page.goto("/late");
  await expect(page.getByText(/^\d{4}-\d\d-\d\dT/)).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("a page is HTML, with its small image, whatever its queries answer", async ({ page }) => {
  const response = await page.goto("/rules");
  expect([response?.status(), response?.headers()["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("If it rains, take an umbrella.");
  await expect(page.getByText("Gone")).toBeVisible();
  const width = () => page.getByAltText("A dot").evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBe(5);
});

test("a component made for shadcn has the application's colours and radii, in light and dark", async ({ page }) => {
  const look = readLook(readFileSync("src/app.css", "utf8"));
  const partsOf = (selectors: string[]) =>
    page.evaluate((each) => {
      const styles = each.map((selector) =>
        getComputedStyle(document.querySelector(`section[aria-label="Team"] ${selector}`.trim()) as Element),
      );
      return styles.map(({ color, backgroundColor, borderTopColor, borderTopLeftRadius }) => {
        return { text: color, ground: backgroundColor, border: borderTopColor, radius: borderTopLeftRadius };
      });
    }, selectors);
  type Part = Partial<Record<"text" | "ground" | "border", string>>;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/pasted");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const colors = look[colorScheme];
    const expected: [selector: string, part: Part][] = [
      ["", { ground: colors.card, text: colors.foreground, border: colors.border }],
      ["p", { text: colors["muted-foreground"] }],
      ["input", { border: colors.input }],
      ["button:nth-child(1)", { ground: colors.primary, text: colors["primary-foreground"] }],
      ["button:nth-child(2)", { ground: colors.secondary }],
      ["button:nth-child(3)", { ground: colors.background, border: colors.input }],
      ["button:nth-child(4)", { ground: colors.destructive, text: colors["destructive-foreground"] }],
      ["[role=note]", { ground: colors.popover, border: colors.border }],
      ["code", { ground: colors.muted }],
    ];
    const parts = await partsOf(expected.map(([selector]) => selector));
    for (const [index, [selector, wanted]] of expected.entries())
      for (const [what, color] of Object.entries(wanted))
        expect(formatHex(parts[index]?.[what as keyof Part] ?? ""), `${colorScheme} ${selector} ${what}`).toBe(color);
    expect([0, 2, 7].map((index) => parts[index]?.radius)).toEqual(["12px", "10px", "8px"]);
    await page.getByRole("button", { name: "Copy" }).hover();
    const under = page.getByRole("button", { name: "Copy" });
    await expect
      .poll(() => under.evaluate((button) => getComputedStyle(button).backgroundColor).then(formatHex))
      .toBe(colors.accent);
    await page.getByRole("heading", { level: 1 }).hover();
  }
  await expectAccessible(page, "/pasted");
});

test("a link of the router looks like any other, and only a field that is read only is grey", async ({ page }) => {
  const linkOf = (name: string) =>
    page.getByRole("link", { name, exact: true }).evaluate((link) => {
      const { color, textDecorationLine } = getComputedStyle(link);
      return { color, textDecorationLine };
    });
  const groundOf = (label: string) =>
    page.getByLabel(label).evaluate((field) => getComputedStyle(field).backgroundColor);
  for (const path of ["/sign-in", "/elements"]) {
    await page.goto(path);
    await followLink(page, "/elements");
    await expect(page.getByLabel("typed")).toBeVisible();
    expect((await linkOf("plain")).textDecorationLine, path).toBe("underline");
    expect([await linkOf("routed"), await linkOf("here")], path).toEqual(Array(2).fill(await linkOf("plain")));
    expect((await linkOf("button")).textDecorationLine, path).toBe("none");
    const typed = await groundOf("typed");
    for (const label of ["long", "list", "file"]) expect(await groundOf(label), `${label}, ${path}`).toBe(typed);
    expect(await groundOf("read only"), path).not.toBe(typed);
  }
});

/** @returns where "Continue with GitHub" ends, if GitHub first redirects users to their company's sign-in page */
async function whereGitHubLeads(browser: Browser, build: string, javaScriptEnabled: boolean) {
  const company = await serveFetch(async () => new Response("Company sign-in"));
  const gitHub = await serveFetch(async () => new Response(null, { status: 302, headers: { location: company.url } }));
  const app = await startApp(build, { AUTH_GITHUB_URL: gitHub.url });
  const context = await browser.newContext({ javaScriptEnabled });
  try {
    const page = await context.newPage();
    await page.goto(`${app.origin}/sign-in`);
    const refused = page.waitForEvent("console", (message) => /form-action/.test(message.text())).then(() => "refused");
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    const arrived = page.waitForURL(`${company.url}/`).then(() => "arrived");
    return await Promise.race([refused, arrived]);
  } finally {
    await context.close();
    await app.stop();
    for (const peer of [company, gitHub]) await peer.close();
  }
}

test("without JavaScript, GitHub may redirect to origins listed in app.config.ts alone", async ({ browser }) => {
  expect(await whereGitHubLeads(browser, root, true)).toBe("arrived");
  expect(await whereGitHubLeads(browser, root, false)).toBe("refused");
  expect(await whereGitHubLeads(browser, buildVariant(LAB), false)).toBe("arrived");
});
