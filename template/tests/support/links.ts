// The links of the docs to files of the project.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Link {
  path: string;
  anchor: string | undefined;
}

/** A page without its blocks of code, which show files that do not exist yet. */
export function withoutBlocks(page: string): string {
  return readFileSync(page, "utf8").replace(/^ *```[\s\S]*?^ *```$/gm, "");
}

/** The links to files of the project. */
export function linksOf(page: string): Link[] {
  const targets = [...withoutBlocks(page).matchAll(/(?:\]\(|src(?:set)?=")([^)"]+)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^https?:/.test(target))
    .map((target) => ({ path: target.split("#")[0] ?? "", anchor: target.split("#")[1] }));
}

/** The links to files or headings that are not there. */
export function brokenLinksOf(page: string): string[] {
  return linksOf(page).flatMap(({ path, anchor }) => {
    const target = path ? join(dirname(page), path) : page;
    if (existsSync(target) && (!anchor || anchorsOf(target).includes(anchor))) return [];
    return [`${page}: ${path}${anchor ? `#${anchor}` : ""}`];
  });
}

/** The anchors that GitHub makes from headings. */
function anchorsOf(page: string): string[] {
  const headings = [...withoutBlocks(page).matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, text = ""]) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
