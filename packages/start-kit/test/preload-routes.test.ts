// SolidStart's list of routes imports a module when it is first asked for. The server has all of them when it listens.

import { expect, it } from "vitest";
import { preloadRoutes } from "../src/preload-routes.ts";

const ROUTES = `
import { route as routeData0 } from 'src/routes/index.tsx?pick=route';
export default [
  { path: "/", $component: { build: () => import('src/routes/index.tsx'), import: () => import('src/routes/index.tsx') } },
  { path: "/api", $GET: { import: () => import('src/routes/api.ts?pick=GET') } }
]`;

function changed(code: string) {
  const warnings: string[] = [];
  const { transform } = preloadRoutes() as { transform: { handler: (code: string, id: string) => { code: string } } };
  const result = transform.handler.call({ warn: (text: string) => warnings.push(text) }, code, "solid-start:routes");
  return { code: result?.code, warnings };
}

it("the list of routes imports each page and each API route once, with itself", () => {
  const { code = "" } = changed(ROUTES);
  expect(code).not.toContain("import(");
  expect(code.match(/^import \* as \$route\d from '(.+)';$/gm)).toEqual([
    "import * as $route1 from 'src/routes/api.ts?pick=GET';",
    "import * as $route0 from 'src/routes/index.tsx';",
  ]);
  expect(code.match(/import: \(\) => Promise\.resolve\((.+?)\)/g)).toEqual([
    "import: () => Promise.resolve($route0)",
    "import: () => Promise.resolve($route1)",
  ]);
});

it("a list of routes in another form is left as it is, and the build says so", () => {
  const { code, warnings } = changed("export default []");
  expect(code).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining("preloadRoutes")]);
});
