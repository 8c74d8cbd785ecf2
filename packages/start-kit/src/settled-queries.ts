// Renders a page once, with its data. The queries of a route's `preload` are answered before the page renders. So are
// the queries that the application makes in the options of `createHandler`. `createAsync` then has their answers at
// once:
//
//     createHandler(Document, async ({ request }) => {
//       await Promise.allSettled([session(new URL(request.url).pathname)]);
//       return options;
//     });
//
// This part changes nothing for routes with parameters, nor for answers that are null, false or more than plain data.
//
// Upstream: @solidjs/router 1.0.0, data/query.ts and data/createAsync.ts: even a known answer is a promise. So a page
// renders up to each `Suspense`, then the content of each `Suspense` renders again, and the HTML is moved to its place.
// Reported: not yet. Sibling: solidjs/solid-start#1030 (the content of a `Suspense` renders again, closed).
// Gain: a page with data renders once, and its HTML stands where it belongs.
// It can go: when the router waits for the queries of `preload`, and `createAsync` has a known answer at once.

import type { Plugin } from "vite";
import { type Rewrite, rewriting } from "./rewriting.ts";

/** A redirect of a query ends the request, as it does after rendering. */
const SETTLE = `
            await $settle(context, url);
            if (context.response.headers.get("Location"))
                return redirect(context.response.headers.get("Location"), getExpectedRedirectStatus(context.response));
            `;

/** An error of a preload is thrown again while the page renders, inside the page's error boundary. */
const SETTLE_CODE = `
async function $settle(event, { pathname, search, searchParams }) {
    const { routes, router } = event;
    const own = routes.find(({ path, children }) => (path === pathname || path === pathname + "/") && !children);
    const query = {};
    for (const name of new Set(searchParams.keys())) {
        const values = searchParams.getAll(name);
        query[name] = values.length > 1 ? values : values[0];
    }
    event.$isPreloading = true;
    try {
        const location = { pathname, search, query, hash: "", state: null, key: "" };
        Promise.resolve(own?.preload?.({ params: {}, location, intent: "initial" })).catch(() => {});
    } catch {}
    event.$isPreloading = false;
    const asked = [...(router.cache?.values() ?? [])];
    await Promise.allSettled(asked.map((cached) => cached[1]));
    for (const cached of asked) cached.$isSettled = true;
}
`;

/** A failure belongs to the page, which asks again. The router's own preload handles it in the same way. */
const IN_PRELOAD = "Boolean(isServer && getRequestEvent()?.$isPreloading) || ";

/** If a query was made before rendering, its first reader sends the answer to the browser. */
const SETTLED = `if (isServer && cached && cached.$isSettled) {
            const answer = cached[2];
            const promise = (cached.$promise ||= answer && $isPlain(answer)
                ? Object.assign(Promise.resolve(answer), { [Symbol.for("settled")]: answer })
                : Promise.resolve(cached[1]).then(handleResponse(false), handleResponse(true)));
            inPreloadFn && promise.catch(() => {});
            const { context } = sharedConfig;
            if (context?.async && !cached.$isSent && !context.noHydrate && !getRequestEvent()?.serverOnly) {
                cached.$isSent = true;
                const settled = promise[Symbol.for("settled")];
                context.serialize(key, typeof settled === "object" ? settled : promise);
            }
            return promise;
        }
        `;

/**
 * seroval 1.6 never finishes with a value that it does not know, or that has more than 1000 levels, and the page gets
 * no answer. Seroval does finish with a promise of such a value. The router and Solid take a value with a field
 * "then" for a promise.
 */
const PLAIN_CODE = `
function $isPlain(value, levels = 500, seen = new Set()) {
    if (typeof value === "function" || typeof value === "symbol" || levels === 0) return false;
    if (!value || typeof value !== "object" || ArrayBuffer.isView(value) || seen.has(value)) return true;
    seen.add(value);
    const kind = value.constructor || Object;
    const parts = kind === Map || kind === Set ? [...value.entries()] : Object.entries(value);
    const isKnown = [Object, Array, Date, Map, Set].includes(kind) && !("then" in value);
    return isKnown && parts.flat().every((part) => $isPlain(part, levels - 1, seen));
}
`;

const READ_CODE = `
const $settled = (answer) => (isServer && answer && answer[Symbol.for("settled")]) || answer;
`;

const before = (text: string, inserted: string): [string, string] => [text, inserted + text];

const REWRITES: Rewrite[] = [
  {
    file: "@solidjs/start/dist/server/handler.js",
    texts: [before('const mode = resolvedOptions.mode || "stream";', SETTLE)],
    last: SETTLE_CODE,
  },
  {
    file: "@solidjs/router/dist/data/query.js",
    texts: [before("if (cached &&", SETTLED), before("getInPreloadFn();", IN_PRELOAD)],
    last: PLAIN_CODE,
  },
  {
    file: "@solidjs/router/dist/data/createAsync.js",
    texts: [before("subFetch(fn, catchError", "$settled("), before(", v => v,", ")")],
    last: READ_CODE,
  },
];

export function settledQueries(): Plugin {
  return rewriting({
    part: "settledQueries",
    environment: "ssr",
    rewrites: REWRITES,
    changed: "Pages read data in another way. They are slower than before.",
  });
}
