// Holds presses back until the page's script has claimed the page. Before that the browser itself sends a form, so
// which of the two a test checks would be a question of the machine's speed. Playwright waits for what can be pressed,
// and nothing can until the gate opens. A form that a key sends before is sent then. Pages without the script have no
// gate.

import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";

/** What the server's HTML gives Solid's script. `completed` gets each element that the script claims. */
interface Hydration {
  completed: WeakSet<Element>;
}

/** Gates the pages of all contexts that a browser opens from now on. */
export function gateAll(browser: Browser): void {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await context.addInitScript(closeUntilClaimed);
    return context;
  };
}

/** Takes the gate away from the pages of a context, for tests of early presses. */
export async function withoutGate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(window, "_$HY"));
}

/** Waits until the page's script has claimed it: for what is said about a page without a press. */
export async function claimed(page: Page): Promise<void> {
  await expect(page.locator(":root")).not.toHaveCSS("pointer-events", "none");
}

/** Runs in the page, before its own scripts. */
function closeUntilClaimed(): void {
  let hydration: Hydration | undefined;
  let claims = 0;
  let sendHeld = () => {};
  Object.defineProperty(window, "_$HY", {
    configurable: true,
    get: () => hydration,
    set(value: Hydration) {
      hydration = value;
      if (value.completed) close(value.completed);
    },
  });

  function close(completed: WeakSet<Element>): void {
    // The Content-Security-Policy allows a style sheet that a script constructs.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(":root { pointer-events: none }");
    document.adoptedStyleSheets.push(sheet);
    const observer = new MutationObserver(openIfClaimed);
    observer.observe(document, { childList: true, subtree: true });
    addEventListener("submit", hold, true);
    const add = completed.add.bind(completed);
    completed.add = (element) => {
      claims += 1;
      queueMicrotask(openIfClaimed);
      return add(element);
    };

    function openIfClaimed(): void {
      if (claims === 0 || !sheet.cssRules.length) return;
      for (const element of document.querySelectorAll("[data-hk]")) if (!completed.has(element)) return;
      sheet.replaceSync("");
      observer.disconnect();
      removeEventListener("submit", hold, true);
      setTimeout(sendHeld);
    }
  }

  function hold(event: SubmitEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    sendHeld = () => (event.target as HTMLFormElement).requestSubmit(event.submitter);
  }
}
