// All pages and their states in both themes: axe's rules, keyboard, large text, narrow windows, reduced motion, forced
// colours.

import type { Page } from "@playwright/test";
import appConfig from "../../../app.config.ts";
import { expectAccessible } from "../../../tests/support/accessible.ts";
import {
  askForEmail,
  askForLink,
  claimed,
  expect,
  insertAccount,
  insertPasskey,
  insertSessionRow,
  newEmail,
  signedIn,
  test,
} from "../../../tests/support/test.ts";
import { expectToFit } from "../support/fit.ts";

const PUBLIC = [
  "/",
  "/sign-in",
  "/sign-in?error=EmailSignInError&code=address",
  "/sign-in/confirm?token=x&email=a@example.com",
  "/sign-in/report?token=x",
  "/sign-in/undo?token=x",
  "/verify-request",
  "/verify-request?error=Verification&code=mismatch",
  "/error?error=Verification",
  "/no-such-page",
  // The page of last resort.
  "/%ff",
];
const SIGNED_IN = [
  "/",
  "/welcome",
  "/protected",
  "/protected/client",
  "/account",
  "/account?error=OAuthCallbackError&code=connect",
  "/sign-out",
  "/sign-in?fresh=1",
  "/sign-in?error=FreshSignInRequired",
];

test.describe("in both themes", () => {
  // During the transition between themes, colours belong to neither.
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  // Each commit tries the pages of tests/routes/pages.spec.ts.
  test("every page is accessible, signed out and signed in", { tag: "@night" }, async ({ page, app, context }) => {
    for (const paths of [PUBLIC, SIGNED_IN]) {
      if (paths === SIGNED_IN) await signedIn(app, context, newEmail("somebody.with.a.rather.long.address"));
      for (const path of paths) {
        await page.goto(path);
        await expectAccessible(page, path);
      }
    }
  });

  test("a full account page is accessible: passkeys, a provider, ten sessions, forms that are open", async ({
    page,
    app,
    context,
  }) => {
    const { id } = await signedIn(app, context);
    const agents = [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1",
      null,
    ];
    for (let count = 1; count < 10; count += 1) insertSessionRow(app, id, agents[count % agents.length]);
    for (const name of ["iCloud Keychain", "My laptop", "A key with a rather long name, as long as they may be"])
      insertPasskey(app, id, name);
    insertAccount(app, id);
    await page.goto("/account");
    await expect(page.getByRole("region", { name: "Sessions" }).getByRole("listitem")).toHaveCount(10);
    await expectAccessible(page, "the account");
    await page.getByRole("button", { name: "Rename" }).first().click();
    await page.getByRole("button", { name: "Remove" }).last().click();
    await page.getByRole("button", { name: "Sign out other sessions" }).click();
    await askForEmail(page, `${"x".repeat(250)}@example.com`);
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page, "the account, with open forms");
  });
});

/** The focused element: its accessible name, and whether its focus is visible. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    const isOnTop = element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    const isSeen = isOnTop && outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    const name = element.ariaLabel ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent;
    return `${name?.trim()}${isSeen ? "" : " (unseen)"}`;
  });
}

async function walk(page: Page, steps: number, key = "Tab"): Promise<string[]> {
  const names: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key);
    names.push(await focused(page));
  }
  return names;
}

/** The page's script moves the focus to the first field. Keys that are pressed before it would be lost. */
async function openFocused(page: Page): Promise<void> {
  await page.goto("/sign-in");
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
}

test("the sign-in page works with the keyboard only, in order and with visible focus", async ({ page }) => {
  await openFocused(page);
  const main = ["Email", "Email me a link", "Sign in with a passkey", "GitHubContinue with GitHub"];
  expect(await focused(page)).toBe("Email");
  expect(await walk(page, 2, "Shift+Tab")).toEqual([appConfig.name, "Skip to content"]);
  expect(await walk(page, 8)).toEqual([appConfig.name, ...main, "System", "Light", "Dark"]);
});

test("every page fits windows of 320 pixels and wider, and a browser whose text has twice the size", async ({
  playwright,
  launchOptions,
  app,
}) => {
  for (const [fontSize, widths, paths] of [
    [16, [320, 390, 1280], [...PUBLIC, ...SIGNED_IN]],
    // A page of each layout.
    [32, [640], ["/", "/sign-in?error=EmailSignInError&code=address", "/verify-request", "/account"]],
  ] as const) {
    const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${fontSize}`];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    const context = await browser.newContext({ baseURL: app.origin });
    const { id } = await signedIn(app, context, newEmail("somebody.with.a.rather.long.address"));
    insertPasskey(app, id, "iCloud Keychain");
    insertAccount(app, id);
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(path.replace("/sign-in?", "/sign-in?fresh=1&"));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        await expectToFit(page, `${path} at ${width} with text of ${fontSize}`);
      }
    }
    await page.goto("/account");
    await expect(page.locator("html")).toHaveCSS("font-size", `${fontSize}px`);
    await browser.close();
  }
});

test("every page is mirrored from right to left and fits its window", async ({ page, app, context }) => {
  await context.addCookies([{ name: "last-method", value: "email", url: app.origin }]);
  const { id } = await signedIn(app, context);
  insertPasskey(app, id, "iCloud Keychain");
  /** Each box of the page that is seen, with its distance from the start of the window and its width. */
  const boxes = () =>
    page.evaluate(() => {
      const isRtl = document.documentElement.dir === "rtl";
      return [...document.querySelectorAll("body *")]
        .filter((element) => element.checkVisibility() && !element.closest(".sr-only, svg"))
        .filter((element) => getComputedStyle(element).display !== "inline")
        .map((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return { html: element.outerHTML.slice(0, 100), start: isRtl ? innerWidth - right : left, width };
        });
    });
  for (const path of ["/", "/account", "/sign-in?fresh=1", "/protected"])
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      await claimed(page);
      const before = await boxes();
      await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
      await expectToFit(page, `${path} at ${width}`);
      const after = await boxes();
      expect(after.length).toBe(before.length);
      const moved = before.filter(({ start }, index) => Math.abs(start - (after[index]?.start ?? 0)) > 2);
      expect(moved, `${path} at ${width}`).toEqual([]);
    }
});

test("targets are at least 44 pixels high and wide, links inside of a text aside", async ({ page, app, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const small = async (path: string) => {
    await page.goto(path);
    await claimed(page);
    const targets = page.locator("a, button, input:not([type=hidden])").filter({ visible: true });
    return targets.evaluateAll((all) =>
      all
        .filter((each) => {
          const { width, height } = each.getBoundingClientRect();
          const isInText = each.matches("p > a") && each.parentElement?.textContent !== each.textContent;
          const isCovering = getComputedStyle(each, "::after").position === "absolute";
          return !isInText && !isCovering && !each.matches(".skip-link") && (width < 44 || height < 44);
        })
        .map((each) => each.outerHTML.slice(0, 100)),
    );
  };
  await page.goto("/sign-in");
  await askForLink(page, app, newEmail());
  expect(await small("/verify-request")).toEqual([]);
  await signedIn(app, context);
  for (const path of ["/", "/welcome", "/account", "/sign-out", "/no-such-page"])
    expect(await small(path), path).toEqual([]);
});

test("lines and quiet text have the colour of the text with more contrast", async ({ page }) => {
  const colors = () =>
    page.evaluate(() => {
      const style = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body);
      return [
        style("body").color,
        style("header").borderBottomColor,
        style(".card").borderTopColor,
        style("footer").color,
      ];
    });
  await page.goto("/sign-in");
  expect(new Set(await colors()).size).toBeGreaterThan(1);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ contrast: "more", colorScheme });
    expect(new Set(await colors()).size, colorScheme).toBe(1);
  }
});

test("nothing turns or slides with reduced motion", async ({ page }) => {
  const motion = () =>
    page.getByRole("button", { name: "Continue with GitHub" }).evaluate((button) => {
      const { animationName } = getComputedStyle(button, "::before");
      return { animationName, transition: getComputedStyle(button).transitionDuration };
    });
  await page.route("**/api/auth/signin/*", () => {});
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect.poll(motion).toEqual({ animationName: "spin", transition: "0.15s" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await motion()).toEqual({ animationName: "none", transition: "0s" });
});

test("buttons, the chosen theme and the focus are distinguishable in forced colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await openFocused(page);
  const { ground, borders, chosen, others } = await page.evaluate(() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    const buttons = [...document.querySelectorAll("main button")];
    const switches = [...document.querySelectorAll("[aria-pressed]")];
    const fill = (element: Element) => {
      const { backgroundColor } = getComputedStyle(element.firstElementChild ?? element);
      return backgroundColor.endsWith(", 0)") ? ground : backgroundColor;
    };
    const groundsOf = (pressed: string) => switches.filter((each) => each.ariaPressed === pressed).map(fill);
    return {
      ground,
      borders: buttons.map((button) => {
        const { borderTopColor, borderTopWidth } = getComputedStyle(button);
        return borderTopColor !== ground && borderTopWidth === "1px";
      }),
      chosen: groundsOf("true"),
      others: groundsOf("false"),
    };
  });
  expect(borders).toEqual([true, true, true]);
  expect(chosen).toHaveLength(1);
  expect(chosen).not.toEqual([ground]);
  expect(others).toEqual([ground, ground]);
  expect(await walk(page, 2, "Shift+Tab")).toEqual([appConfig.name, "Skip to content"]);
});

test("a time is in the visitor's own time zone", async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.origin, timezoneId: "Asia/Kolkata" });
  const { id } = await signedIn(app, context);
  app.database.prepare(`UPDATE "Session" SET "createdAt" = '2026-01-01T20:00:00.000Z' WHERE "userId" = ?`).run(id);
  const page = await context.newPage();
  await page.goto("/account");
  await expect(page.getByTitle("January 2, 2026 at 1:30 AM", { exact: true })).toBeVisible();
  await context.close();
});
