// The package versions whose internals the parts know. An application may move to other versions by itself. A part that
// changes code says if it finds nothing to change. Parts that run in the server cannot say so: for these, the
// build names the versions.

import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/** The versions with which the tests of each part have passed. */
export const TESTED_VERSIONS = {
  "@solidjs/start": "2.0.5",
  nitro: "3.0.260903-beta",
};

/** The packages whose code the parts change. */
const CHANGED = { ...TESTED_VERSIONS, "@solidjs/router": "1.0.0", "solid-js": "1.9.18" };

/**
 * The warning of a part in a build with packages whose code it does not know.
 *
 * @param part the part's name, with which an owner can turn it off
 * @param problem two sentences: the code that the part cannot find, and the consequence
 * @param module the path of that code, which begins with its package; SolidStart's by default
 * @returns the problem, with the release that the part knows and the page that says what to do
 */
export function changedUpstream(part: string, problem: string, module = ""): string {
  const known = Object.entries(CHANGED).find(([name]) => module.replace(/^#/, "").startsWith(`${name}/`));
  const [name, version] = known ?? ["@solidjs/start", CHANGED["@solidjs/start"]];
  return `start-kit: ${part}: ${problem} It knows ${name} ${version}. What to do: packages/start-kit/README.md, "Other versions".`;
}

export function testedVersions(): Plugin {
  let root = "";
  return {
    name: "tested-versions",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    configResolved: (config) => {
      root = config.root;
    },
    buildStart() {
      for (const warning of untestedVersions(root)) this.warn(warning);
    },
  };
}

/**
 * @param root the application's folder
 * @returns a warning for each package that has another version there
 */
export function untestedVersions(root: string): string[] {
  return Object.entries(TESTED_VERSIONS).flatMap(([name, tested]) => {
    const path = findPackageJSON(name, pathToFileURL(join(root, "package.json")));
    const version: unknown = path && JSON.parse(readFileSync(path, "utf8")).version;
    if (version === tested) return [];
    return `start-kit was tested with ${name} ${tested}, and this is ${version}. Run your tests before you deploy it.`;
  });
}
