// Light and dark: chosen once, rendered by the server, never a flash.

import type { Page } from "@playwright/test";
import { formatHex } from "culori";
import { layoutText } from "../../src/messages/layout.ts";
import { signInText } from "../../src/messages/sign-in.ts";
import { clientOf } from "../support/client.ts";
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
  for (const theme of ["dark", "system"] as const) {
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

  test("the switch is a form that returns to the same page, which shows nothing that needs the script", async ({
    page,
  }) => {
    await page.goto("/sign-in?callbackUrl=/protected");
    await choice(page, "dark").click();
    await expect(page).toHaveURL("/sign-in?callbackUrl=/protected");
    await expect(choice(page, "dark")).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(":root")).toHaveCSS("color-scheme", "dark");
    await expect(page.getByRole("button", { name: signInText.byPasskey })).toHaveCount(0);
  });
});

test("the cookie is for this site only, and invalid values change nothing", async ({ app }) => {
  const client = clientOf(app);
  const { status, headers } = await client.post("/api/theme", { theme: "dark" });
  expect([status, headers.getSetCookie()]).toEqual([
    204,
    ["theme=dark; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax"],
  ]);
  expect((await client.post("/api/theme", { theme: "pink" })).status).toBe(400);
  expect((await client.visit("/api/theme", { method: "POST", body: "x" })).status).toBe(400);
  expect((await client.get("/", { cookie: 'theme="><script>' })).body).toContain('data-theme="system"');
});
