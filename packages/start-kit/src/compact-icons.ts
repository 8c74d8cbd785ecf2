// Shortens lucide's icons. A page contains half a dozen of them.
// Upstream: lucide-static 1.48, icons/*.svg have a line for each attribute, and a comment with the licence, which the package's own LICENSE
// file repeats. Gain: each icon is half as long. It can go with an icon library for Solid.

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export function compactIcons(): Plugin {
  return {
    name: "compact-icons",
    enforce: "pre",
    load: {
      filter: { id: /[\\/]lucide-static[\\/]icons[\\/].*\.svg\?raw$/ },
      handler(id) {
        const svg = readFileSync(id.replace("?raw", ""), "utf8");
        const short = svg
          .replace(/<!--.*?-->/gs, "")
          .replace(/\s+/g, " ")
          .replace(/ ?([<>]) ?/g, "$1")
          .trim();
        return { code: `export default ${JSON.stringify(short)}`, moduleType: "js" };
      },
    },
  };
}
