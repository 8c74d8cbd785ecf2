// Additions in a clone: pages whose paths the guard does not know, links in the header, a component with the classes of
// shadcn, an API route with headers of its own, and answers of queries that look like others.

import { readFileSync } from "node:fs";
import { formatHex } from "culori";
import { readLook } from "../../scripts/look.ts";
import { expect, signedIn, test } from "../../tests/support/test.ts";
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

test("a wrapped page that the guard does not know is a 302 to / for a signed-out visitor, and the page is remembered", async ({
  app,
  page,
}) => {
  const response = await fetch(`${app.origin}/members`, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([302, `${app.origin}/`]);
  expect(response.headers.getSetCookie().join()).toContain("authjs.callback-url=");
  expect(await response.text()).not.toContain("Members");
  // One that the browser renders shows nothing either.
  await page.goto("/members-in-browser");
  await expect(page.getByRole("status")).toContainText("/members-in-browser");
  await expect(page).toHaveURL("/");
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

test("a page is HTML, with its small image, whatever its queries answer", async ({ page }) => {
  const response = await page.goto("/rules");
  expect([response?.status(), response?.headers()["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("If it rains, take an umbrella.");
  await expect(page.getByText("Gone")).toBeVisible();
  const width = () => page.getByAltText("A dot").evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBe(5);
});

test("a component made for shadcn has the application's colours and radii", async ({ page }) => {
  const { light } = readLook(readFileSync("src/app.css", "utf8"));
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/pasted");
  const card = page.getByRole("region", { name: "Team" });
  const button = card.getByRole("button", { name: "Invite" });
  for (const [part, ground, text] of [
    [card, light.card, light.foreground],
    [button, light.primary, light["primary-foreground"]],
  ] as const) {
    const style = await part.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return { color, backgroundColor };
    });
    expect([formatHex(style.backgroundColor), formatHex(style.color)]).toEqual([ground, text]);
  }
  await expect(card).toHaveCSS("border-radius", "12px");
  await expect(button).toHaveCSS("border-radius", "10px");
});
