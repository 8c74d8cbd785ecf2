// Which packages an install adds, and which scripts it may run.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

interface Package {
  version?: string;
  /** Whether it is one of this repository's own packages. */
  link?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

const { allowScripts, dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const lockfile: { packages: Record<string, Package> } = JSON.parse(readFileSync("package-lock.json", "utf8"));
/** Those that come from the registry. */
const packages = Object.entries(lockfile.packages).filter(
  ([path, { link }]) => path.includes("node_modules/") && !link,
);

describe("the lockfile", () => {
  it("holds a checksum for each package, and names no source but a registry", () => {
    expect(packages.length).toBeGreaterThan(100);
    for (const [path, { integrity, resolved }] of packages) {
      expect(integrity, path).toMatch(/^sha512-/);
      if (resolved) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    }
  });

  it("takes this repository's own packages from their folders, not those of the same names in the registry", () => {
    for (const name of readdirSync("packages"))
      expect(lockfile.packages[`node_modules/${name}`], name).toEqual({ resolved: `packages/${name}`, link: true });
  });
});

describe("install scripts", () => {
  it("are named one by one, and none but Node's own package needs to run", () => {
    const withScripts = packages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ""));
    for (const name of withScripts) expect(Object.keys(allowScripts), name).toContain(name);
    const running = Object.entries(allowScripts).filter(([, isAllowed]) => isAllowed);
    expect(running).toEqual([["node", true]]);
  });
});

describe("each runtime dependency", () => {
  it("has a line in docs/decisions.md that says what it is for", () => {
    const decisions = readFileSync("docs/decisions.md", "utf8");
    const others = Object.keys(dependencies).filter((name) => !existsSync(join("packages", name)));
    for (const name of others) expect(decisions, name).toMatch(new RegExp(`^\\|.*\`${name}\`.*\\| \\w`, "m"));
  });
});
