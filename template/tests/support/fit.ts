// Whether a page fits its window.

import type { Page } from "@playwright/test";
import { expect } from "../../../tests/support/test.ts";

/** Fails if the page scrolls sideways, or an element cuts its text off without an ellipsis. */
export async function expectToFit(page: Page, what: string): Promise<void> {
  const { overflow, cut } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    cut: [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
        const hasEllipsis = textOverflow === "ellipsis" || webkitLineClamp !== "none";
        if (overflowX === "visible" || hasEllipsis || element.clientWidth <= 1) return false;
        return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  }));
  expect(overflow, `${what}: scrolls sideways`).toBeLessThanOrEqual(0);
  expect(cut, `${what}: cuts text off`).toEqual([]);
}
