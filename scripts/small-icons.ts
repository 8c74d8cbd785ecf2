// The icons of src/icons and the logo as text (`?raw`), without the parts that a page does not need: comments, white
// space, and attributes that matter only in a file. A page may contain an icon many times.

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export function smallIcons(): Plugin {
  return {
    name: "small-icons",
    enforce: "pre",
    load: {
      filter: { id: /\/src\/(?:icons\/.+|mark)\.svg\?raw$/ },
      handler: (id) => `export default ${JSON.stringify(smallIcon(readFileSync(id.replace("?raw", ""), "utf8")))}`,
    },
  };
}

/** @param svg has a `viewBox`; `Icon` sets its size */
export function smallIcon(svg: string): string {
  const text = svg.replaceAll(/<!--.*?-->/gs, "").replaceAll(/\s+/g, " ");
  return text
    .replace(/<svg[^>]*>/, (start) => start.replaceAll(/ (?:class|xmlns|width|height)="[^"]*"/g, ""))
    .replaceAll(/ ?(\/?>|<) ?/g, "$1")
    .trim();
}
