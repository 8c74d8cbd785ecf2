// A module that a part changes keeps its source map: places in it lead to the lines of the original.

import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import type { Plugin } from "vite";
import { expect, it } from "vitest";
import { startKit } from "../src/index.ts";

const START = "node_modules/@solidjs/start/dist";
const ROUTER = "node_modules/@solidjs/router/dist";

const PAGE = `import { createComponent } from "solid-js/web";
export default function Page(props) {
  return createComponent(Layout, {
    get children() {
      return props.text;
    }
  });
}
`;

const ROUTES = `export default [
  { page: true, path: "/", $component: { src: "src/routes/index.tsx" } },
  { page: true, path: "/account", $component: { src: "src/routes/account.tsx" } }
]`;

const SERVICES = `
export const viteServices = {
["ssr"]: lazyService(() => import("/project/index.js"))
};`;

/** SolidStart compiles a server function to this. */
const FUNCTION = `import { cloneServerReference as cloneServerReference_1 } from "@solidjs/start/fns/client";
export const saveName = action(cloneServerReference_1("2ce1b5a4-0-saveName"), "save-name");
`;

/** Modules by the plugin that changes them. */
const CHANGED: Record<string, { id: string; code?: string }[]> = {
  "failing-pages": [{ id: "solid-start:routes", code: ROUTES }],
  "inline-css": [{ id: `${START}/server/handler.js` }],
  "bound-arguments": [{ id: `${START}/fns/handler.js` }],
  "flight-cookies": [{ id: `${START}/fns/handler.js` }],
  "stable-function-ids": [{ id: "src/account/name.ts", code: FUNCTION }],
  "preload-routes": [{ id: "src/entry-server.tsx" }],
  "preload-nitro": [
    { id: "#nitro/virtual/vite-services", code: SERVICES },
    { id: "node_modules/nitro/dist/presets/node/runtime/node-server.mjs" },
    { id: "node_modules/nitro/dist/presets/node/runtime/node-cluster.mjs" },
  ],
  "version-skew": [{ id: `${START}/fns/client.js` }],
  "validate-responses": [{ id: `${START}/fns/client.js` }],
  "match-one-route": [{ id: `${START}/server/handler.js` }],
  "isolate-pages": [{ id: `${START}/server/handler.js` }],
  "settled-queries": [
    { id: `${START}/server/handler.js` },
    { id: `${ROUTER}/data/query.js` },
    { id: `${ROUTER}/data/createAsync.js` },
  ],
  "short-lived": [{ id: "src/routes/page.tsx", code: PAGE }],
};

type Handler = (code: string, id: string) => { code: string; map: { toString(): string } };

const plugins = startKit().filter(Boolean) as Plugin[];

/** Calls a plugin's transform as for a page on the server. */
function handlerOf({ transform }: Plugin): Handler {
  const handler = typeof transform === "object" ? transform.handler : transform;
  return (handler as unknown as Handler).bind({ environment: { name: "ssr", config: { root: "/project" } } });
}

it("every part that changes code is in this test", () => {
  const names = plugins.filter(({ transform }) => transform).map(({ name }) => name);
  expect(names.sort()).toEqual(Object.keys(CHANGED).sort());
});

const cases = Object.entries(CHANGED).flatMap(([name, modules]) => modules.map((module) => ({ name, ...module })));

it.each(cases)("$name: places in $id lead to the lines of the original", ({ name, id, code }) => {
  const original = code ?? readFileSync(id, "utf8");
  const plugin = plugins.find((each) => each.name === name) as Plugin;
  const changed = handlerOf(plugin)(original, id.startsWith("#") ? id : `/project/${id}`);
  expect(changed.code).not.toBe(original);
  const map = new SourceMap(JSON.parse(String(changed.map)) as SourceMapPayload);
  const [before, after] = [original.split("\n"), changed.code.split("\n")];
  // Lines that are in the original once, so that it is known where they come from.
  const kept = after.filter((line) => line.trim() && before.filter((other) => other === line).length === 1);
  expect(kept.length).toBeGreaterThan(0);
  for (const line of kept) {
    const column = line.search(/\S/);
    expect(map.findEntry(after.indexOf(line), column), line).toMatchObject({ originalLine: before.indexOf(line) });
  }
});
