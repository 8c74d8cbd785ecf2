// Light and dark: chosen once, rendered by the server, never a flash.

import type { Page } from "@playwright/test";
import { formatHex } from "culori";
import { layoutText } from "../../src/messages/layout.ts";
import { expect, test } from "../support/test.ts";

const group = (page: Page) => page.getByRole("group", { name: layoutText.theme });
type Theme = keyof typeof layoutText.themes;
const choice = (page: Page, theme: Theme) => group(page).getByRole("button", { name: layoutText.themes[theme] });
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const frame = (page: Page) =>
  page.evaluate(() => {
    const tags = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    return tags.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content);
  });

test("the theme is the system's or the chosen one, at once and from the server, and the browser's frame has its colour", async ({
  page,
}) => {
  const expectOneColor = async (what: string) => {
    const grounds = new Set<string>();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await frame(page), `${what}, on ${colorScheme}`).toEqual([formatHex(await ground(page))]);
      grounds.add(await ground(page));
    }
    return grounds.size;
  };
  await page.goto("/");
  await expect(choice(page, "system")).toHaveAttribute("aria-pressed", "true");
  expect(await expectOneColor("the system's by default")).toBe(2);
  for (const theme of ["dark", "light", "system"] as const) {
    const colors = theme === "system" ? 2 : 1;
    const kept = page.waitForResponse("**/api/theme");
    await choice(page, theme).click();
    await expect(choice(page, theme)).toHaveAttribute("aria-pressed", "true");
    await expect(group(page).locator("[aria-pressed=true]")).toHaveCount(1);
    expect(await expectOneColor(`${theme}, at once`)).toBe(colors);
    expect((await kept).status()).toBe(204);
    const loaded = await page.reload();
    expect(await loaded?.text()).toContain(`data-theme="${theme}"`);
    expect(await expectOneColor(`${theme}, loaded again`)).toBe(colors);
    if (theme !== "system") await expect(page.locator(":root")).toHaveCSS("color-scheme", theme);
  }
  await page.goto("/%ff");
  await expectOneColor("the error page of last resort");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the switch is a form that returns to the same page", async ({ page }) => {
    await page.goto("/sign-in?callbackUrl=/protected");
    await choice(page, "dark").click();
    await expect(page).toHaveURL("/sign-in?callbackUrl=/protected");
    await expect(choice(page, "dark")).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(":root")).toHaveCSS("color-scheme", "dark");
  });
});

test("the cookie is for this site only, and invalid values change nothing", async ({ page, request, app }) => {
  const send = (theme: string, headers = {}) =>
    request.post("/api/theme", { form: { theme }, headers, maxRedirects: 0 });
  const [line = ""] = (await send("dark"))
    .headersArray()
    .flatMap(({ name, value }) => (name.toLowerCase() === "set-cookie" ? value : []));
  expect(line).toMatch(/^theme=dark; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect((await send("pink")).status()).toBe(400);
  expect((await request.post("/api/theme", { data: "x" })).status()).toBe(400);
  await page.context().addCookies([{ name: "theme", value: '"><script>', url: app.origin }]);
  await page.goto("/");
  await expect(choice(page, "system")).toHaveAttribute("aria-pressed", "true");
});
