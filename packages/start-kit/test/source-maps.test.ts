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

/** Each plugin with a module that it changes. */
const CHANGED: [name: string, id: string, code?: string][] = [
  ["failing-pages", "solid-start:routes", ROUTES],
  ["inline-css", `${START}/server/handler.js`],
  ["bound-arguments", `${START}/fns/handler.js`],
  ["flight-cookies", `${START}/fns/handler.js`],
  ["stable-function-ids", "src/account/name.ts", FUNCTION],
  ["preload-routes", "src/entry-server.tsx"],
  ["preload-nitro", "#nitro/virtual/vite-services", SERVICES],
  ["preload-nitro", "node_modules/nitro/dist/presets/node/runtime/node-server.mjs"],
  ["preload-nitro", "node_modules/nitro/dist/presets/node/runtime/node-cluster.mjs"],
  ["version-skew", `${START}/fns/client.js`],
  ["validate-responses", `${START}/fns/client.js`],
  ["match-one-route", `${START}/server/handler.js`],
  ["isolate-pages", `${START}/server/handler.js`],
  ["settled-queries", `${START}/server/handler.js`],
  ["settled-queries", `${ROUTER}/data/query.js`],
  ["settled-queries", `${ROUTER}/data/createAsync.js`],
  ["short-lived", "src/routes/page.tsx", PAGE],
];

type Handler = (code: string, id: string) => { code: string; map: { toString(): string } };

const plugins = startKit().filter(Boolean) as Plugin[];

/** Calls a plugin's transform as for a page on the server. */
function handlerOf({ transform }: Plugin): Handler {
  const handler = typeof transform === "object" ? transform.handler : transform;
  return (handler as unknown as Handler).bind({ environment: { name: "ssr", config: { root: "/project" } } });
}

it("every part that changes code is in this test", () => {
  const names = plugins.filter(({ transform }) => transform).map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set(CHANGED.map(([name]) => name)));
});

it.each(CHANGED)("%s: places in %s lead to the lines of the original", (name, id, code) => {
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
