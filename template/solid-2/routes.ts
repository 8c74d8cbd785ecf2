// The lists of routes, which SolidStart makes from the files' names. Solid 2 has a package for that, which could not be
// installed.

/** @returns two modules by their paths: one lists the pages, and one the API routes, which the browser does not load */
export function routeLists(files: string[]): Record<string, string> {
  const routes = files.filter((file) => /^src\/routes\/.*\.tsx?$/.test(file));
  const load = (file: string) => `() => import("./${file.replace(/^src\/|\.tsx?$/g, "")}")`;
  const pages = routes
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => `  page(${JSON.stringify(pathOf(file))}, lazy(${load(file)}), ${load(file)}),`);
  const others = routes
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `  [${JSON.stringify(pathOf(file))}, ${load(file)}],`);
  return {
    "src/routes.ts": `import type { RouteDefinition } from "@solidjs/router";
import { type Component, lazy } from "solid-js";

function page(path: string, component: Component, load: () => Promise<object>): RouteDefinition {
  const preload = async (args: Parameters<NonNullable<RouteDefinition["preload"]>>[0]) => {
    const { route }: { route?: RouteDefinition } = await load();
    // Behind the wait Solid takes no query for one ahead of a click, and would follow its redirect.
    return args.intent === "preload" ? undefined : route?.preload?.(args);
  };
  return { path, component, preload };
}

export const pages = [
${pages.join("\n")}
];
`,
    "src/api-routes.ts": `export const apiRoutes: [path: string, load: () => Promise<object>][] = [
${others.join("\n")}
];
`,
  };
}

function pathOf(file: string): string {
  const names = file.replace(/^src\/routes\/|\.tsx?$/g, "").split("/");
  const segments = names.map((name) => name.replace(/\([^)]+\)/g, "").replace(/^\[\.\.\.(.+)\]$/, "*$1"));
  return `/${segments.filter((name) => name !== "index").join("/")}`;
}
