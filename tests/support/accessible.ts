// Automatic accessibility checks of a page.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that the theme decides. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Checks a page with axe in both themes, and the landmarks that assistive technology needs. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }), what).toHaveCount(1);
  await expect(page.getByRole("main"), what).toHaveCount(1);
  for (const colorScheme of ["light", "dark"] as const) {
    // In the middle of a transition, axe would read colours that no one sees.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // A page without frames needs no second page to merge axe's findings.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (colorScheme === "light" ? axe.withTags(RULES) : axe.withRules(COLOR_RULES)).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}
