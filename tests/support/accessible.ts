// What automatic tools can say about a page's accessibility.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds in either theme, and what an assistive technology needs to find its way. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }), what).toHaveCount(1);
  await expect(page.getByRole("main"), what).toHaveCount(1);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Without frames in the page, axe needs no second one to put its findings together.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(RULES).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}
