// Keeps the build's manifest, which lists every source file, out of the published files. Only the build needs it.
// Upstream: @solidjs/start 2.0.5 has Vite write it to .vite/manifest.json in the folder whose files Nitro
// 3.0.260903-beta publishes. Not reported as of 2026-11-23. It can go when a server built without it answers 404 for
// /.vite/manifest.json.

import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

export function unpublishedManifest(): Plugin {
  return {
    name: "unpublished-manifest",
    applyToEnvironment: ({ name }) => name === "nitro",
    buildStart() {
      const { client } = this.environment.getTopLevelConfig().environments;
      if (client) rmSync(join(client.build.outDir, ".vite"), { recursive: true, force: true });
    },
  };
}
