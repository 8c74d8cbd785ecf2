// Runs modules while the application is built, and replaces them by what they export. The server then starts without
// the libraries that compute it. Development runs them as they are.
//
// Upstream: culori 4.0.2, index.js: the library registers all its colour spaces when it is loaded, for a server that
// reads a few colours.
// Reported: Evercoder/culori#143.
// Gain: a shorter start. It is not measured by itself.
// It can go: when no module of the option needs a library that is slow to load.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { normalizePath, type Plugin, type ResolvedConfig, runnerImport } from "vite";

/** @param paths modules by their path from the project's root. What they export has to be JSON. */
export function computedModules(paths: string[]): Plugin {
  let files: string[] = [];
  /** By file, because more than one environment may load it. */
  const computed = new Map<string, Promise<string>>();
  return {
    name: "computed-modules",
    apply: "build",
    enforce: "pre",
    // The browser's part still refuses a module that is only for the server.
    applyToEnvironment: ({ name }) => name !== "client",
    configResolved({ root }) {
      files = paths.map((path) => normalizePath(resolve(root, path)));
      const missing = paths.find((_, index) => !existsSync(files[index] ?? ""));
      if (missing) throw new Error(`start-kit: computedModules: there is no ${missing}.`);
    },
    load(id) {
      if (!files.includes(id)) return undefined;
      if (!computed.has(id)) computed.set(id, resultOf(id, this.environment.config));
      return computed.get(id);
    },
  };
}

async function resultOf(file: string, { root, resolve: { alias } }: ResolvedConfig): Promise<string> {
  const settings = { root, configFile: false as const, resolve: { alias }, plugins: [serverOnly()] };
  const { module } = await runnerImport<Record<string, unknown>>(file, settings);
  return Object.entries(module).map(exported).join("\n");
}

function exported([name, value]: [string, unknown]): string {
  return name === "default"
    ? `export default ${JSON.stringify(value)};`
    : `export const ${name} = ${JSON.stringify(value)};`;
}

/** The module that refuses to be part of the browser's code. */
function serverOnly(): Plugin {
  return {
    name: "server-only",
    enforce: "pre",
    resolveId: (id) => (id === "server-only" ? `\0${id}` : undefined),
    load: (id) => (id === "\0server-only" ? "" : undefined),
  };
}
