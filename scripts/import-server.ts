// Imports modules of the application into a script. These modules are written for Vite: aliases, globs, `server-only`.

import { join } from "node:path";
import { type Plugin, runnerImport } from "vite";

const root = join(import.meta.dirname, "..");

/**
 * @param path within the project, such as `src/server/start.ts`. Imports that the module makes later, at run
 *   time, are not found
 */
export async function importServer<T>(path: string): Promise<T> {
  const serverOnly: Plugin = {
    name: "server-only",
    enforce: "pre",
    resolveId: (id) => (id === "server-only" ? "\0server-only" : undefined),
    load: (id) => (id === "\0server-only" ? "" : undefined),
  };
  const { module } = await runnerImport<T>(join(root, path), {
    root,
    plugins: [serverOnly],
    resolve: { alias: { "~": join(root, "src") } },
  });
  return module;
}
