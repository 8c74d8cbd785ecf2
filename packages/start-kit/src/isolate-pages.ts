// Each request has its own page, so a page never reads another's values, even after it has waited.
//
// Upstream: solid-js 1.9.18, dist/server.js: `sharedConfig.context`, the page that is rendered, is one variable for all
// requests. While a page waits for its data, other pages put theirs there. With `createAsync` or `createResource`, the
// first page then reads the other visitor's values, and @solidjs/router 1.0.0, data/query.ts, writes the answer to
// another request's query into the first visitor's HTML.
// Reported: not yet. Sibling: solidjs/templates#268 (a router that all requests share).
// Gain: safety. No visitor gets the data of another.
// It can go: when Solid keeps the page by request.

import type { Plugin } from "vite";
import { type Rewrite, rewriting } from "./rewriting.ts";

/** The place where a module begins a page. */
const RENDER: [RegExp, string] = [/\b(renderToStream|renderToString)\(\(\) => \{/g, "$inPage($1)(() => {"];
/** How SolidStart gets Solid's page and a request's event. The code below depends on it. */
const KNOWN = ['import { sharedConfig } from "solid-js";', "sharedConfig.context.event = context;", "decorateHandler("];

/**
 * SolidStart keeps the request's event in asynchronous local storage, and the event keeps the page: both end with the
 * request. A page renders without a break up to its first wait. So the event is already known, and no component looks
 * it up.
 *
 * A server function that a page calls has a copy of the event without its non-enumerable fields, and so without a page.
 * So a query that the function makes after a wait is not written into any page. The router does not write queries that
 * the function makes before the wait.
 */
const CODE = `
import { RequestContext as $RequestContext } from "solid-js/web";
const $page = Symbol.for("start-kit:page");
const $requestEvent = () => globalThis[$RequestContext]?.getStore();
let $atHand;
let $pageWithoutRequest;
export const $inPage = (render) => (...args) => {
    const before = $atHand;
    $atHand = $requestEvent();
    try {
        return render(...args);
    } finally {
        $atHand = before;
    }
};
Object.defineProperty(sharedConfig, "context", {
    configurable: true,
    enumerable: true,
    get() {
        const event = $atHand ?? $requestEvent();
        return event ? event[$page] : $pageWithoutRequest;
    },
    set(page) {
        const event = $atHand ?? $requestEvent();
        if (!event) $pageWithoutRequest = page;
        else if ($page in event) event[$page] = page;
        else Object.defineProperty(event, $page, { value: page, writable: true });
    },
});
`;

const REWRITES: Rewrite[] = [
  {
    file: "@solidjs/start/dist/server/handler.js",
    texts: [RENDER, ...KNOWN.map((text): [string, string] => [text, text])],
    last: CODE,
  },
  {
    // The router renders the next page's data along with the result of an action.
    file: "@solidjs/start/dist/fns/handler.js",
    texts: [RENDER],
    first: 'import { $inPage } from "../server/handler.js";',
  },
];

export function isolatePages(): Plugin {
  return rewriting({
    part: "isolatePages",
    environment: "ssr",
    rewrites: REWRITES,
    changed:
      "@solidjs/start renders pages in another way. Until it is known that no visitor gets the data of another, build " +
      "with the version before. `isolatePages: false` builds nevertheless.",
    isVital: true,
  });
}
