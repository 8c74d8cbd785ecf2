// Keeps the build's manifest, which lists every source file, out of the published files. Only the build needs it.
//
// Upstream: @solidjs/start 2.0.5, config/index.ts: Vite writes .vite/manifest.json into the folder whose files nitro
// 3.0.260903-beta publishes.
// Reported: not yet. Siblings of other frameworks: remix-run/remix#8589, sveltejs/kit#8360.
// Gain: safety. Visitors do not see the names of source files.
// It can go: when a server built without it answers 404 for /.vite/manifest.json.

import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

export function hideManifest(): Plugin {
  return {
    name: "hide-manifest",
    applyToEnvironment: ({ name }) => name === "nitro",
    buildStart() {
      const { client } = this.environment.getTopLevelConfig().environments;
      if (client) rmSync(join(client.build.outDir, ".vite"), { recursive: true, force: true });
    },
  };
}
