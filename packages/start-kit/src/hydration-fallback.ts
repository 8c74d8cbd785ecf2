// Starts the page in the browser, and renders it anew if it cannot take over the server's HTML.
//
// Upstream: solid-js 1.9.18, hydrate: an extension or a proxy that has added or removed an element before the page's
// script runs makes `hydrate` fail, and an error boundary then replaces a good page by the error.
// Reported: not yet. Sibling: solidjs/solid#2250 (`render` after it, repaired).
// Gain: the page works, instead of an error for good.
// It can go: when Solid renders pages that it cannot hydrate.

import { mount } from "@solidjs/start/client";
import { type JSX, sharedConfig } from "solid-js";
import { render } from "solid-js/web";

let renderAnew: ((error: unknown) => void) | undefined;

/** The page that the server rendered. */
let served = "";

/**
 * Starts the page, in place of SolidStart's `mount`.
 *
 * @param code the page
 * @param element the HTML that the server rendered
 * @param report gets the error of a page that could not take over the server's HTML
 */
export function startPage(code: () => JSX.Element, element: Element, report: (error: unknown) => void): void {
  let dispose: (() => void) | undefined;
  served = location.pathname + location.search;
  renderAnew = (error) => {
    renderAnew = undefined;
    report(error);
    const html = [...element.childNodes];
    try {
      dispose?.();
      sharedConfig.done = true;
      element.replaceChildren();
      dispose = render(code, element);
    } catch {
      // The forms in the server's HTML work without a script.
      element.replaceChildren(...html);
    }
  };
  try {
    dispose = mount(code, element) as () => void;
  } catch (error) {
    renderAnew?.(error);
  }
}

/**
 * For the fallback of an error boundary: renders the page anew after its first failure.
 *
 * @param page the path and query of the failed page
 * @returns whether it renders the page anew: it can do so once for the page from the server. Then the fallback shows
 *   nothing
 */
export function isRenderedAnew(error: unknown, page: string): boolean {
  const again = renderAnew;
  if (!again || page !== served) return false;
  renderAnew = undefined;
  queueMicrotask(() => again(error));
  return true;
}
