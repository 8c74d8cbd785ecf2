// What a screen reader is told without being asked: a text that is written into a region of the page which it already
// knows. A region that comes together with its text is not reliably spoken.

import type { Page } from "@playwright/test";
import { formText } from "../../src/messages/forms.ts";

/**
 * Listens on each page that is loaded from now on.
 *
 * @returns reads what the current page has told so far, in order, without what a form tells while its answer is late
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const known = new WeakSet<Element>();
    const heard: string[] = [];
    Object.assign(window, { heard });
    const learn = () => {
      for (const region of document.querySelectorAll('[role="status"], [aria-live="polite"]')) known.add(region);
    };
    // The parser writes regions and texts in pieces of any length.
    document.addEventListener("readystatechange", learn, { once: true });
    const observer = new MutationObserver((records) => {
      if (document.readyState === "loading") return;
      for (const { target, addedNodes } of records) {
        const region = target.parentElement && (target as Element).closest('[role="status"], [aria-live="polite"]');
        const text = [...addedNodes].map(({ textContent }) => textContent).join("");
        if (region && known.has(region) && text) heard.push(text);
      }
      learn();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  return async () => {
    const heard = await page.evaluate(() => Reflect.get(window, "heard") as string[]);
    return heard.filter((text) => text !== formText.sending);
  };
}
