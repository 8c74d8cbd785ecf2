// Which packages an install adds, and which scripts it may run.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { satisfies, validRange } from "semver";
import { describe, expect, it } from "vitest";
import { ownFiles } from "../../../tests/support/copies.ts";

interface Package {
  version?: string;
  /** Whether it is one of this repository's own packages. */
  link?: boolean;
  resolved?: string;
  integrity?: string;
  /** Whether it is inside the package above it, whose checksum covers it. */
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

const { allowScripts, dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const lockfile: { packages: Record<string, Package> } = JSON.parse(readFileSync("package-lock.json", "utf8"));
/** The packages that come from the registry. */
const packages = Object.entries(lockfile.packages).filter(
  ([path, { link, inBundle }]) => path.includes("node_modules/") && !link && !inBundle,
);

describe("the lockfile", () => {
  it("holds a checksum for each package, and names no source but a registry", () => {
    expect(packages.length).toBeGreaterThan(100);
    for (const [path, { integrity, resolved }] of packages) {
      expect(integrity, path).toMatch(/^sha512-/);
      if (resolved) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    }
  });

  it("holds for each package the version that it asks for, also after a merge of two branches", () => {
    const { status, stderr } = spawnSync("npm", ["ls", "--package-lock-only", "--all"], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });

  it("takes this repository's own packages from their folders, not those of the same names in the registry", () => {
    for (const name of readdirSync("packages"))
      expect(lockfile.packages[`node_modules/${name}`], name).toEqual({ resolved: `packages/${name}`, link: true });
  });
});

/** The rows of template/advisories.md, which list several ranges with commas. */
const ADVISORIES = [
  ...readFileSync("template/advisories.md", "utf8").matchAll(/^\| (\S+) \| (.*\d.*) \| (.*) \|$/gm),
].map(([, name = "", ranges = "", ids = ""]) => ({ name, range: ranges.replaceAll(",", " ||"), ids }));

/** @returns the packages of a lockfile that an advisory is about, with its id */
function vulnerableIn(packages: Record<string, Package>): string[] {
  return Object.entries(packages).flatMap(([path, { version = "" }]) =>
    ADVISORIES.filter(({ name }) => path.endsWith(`node_modules/${name}`))
      .filter(({ range }) => satisfies(version, range, { includePrerelease: true }))
      .map(({ ids }) => `${path} ${version}: ${ids}`),
  );
}

describe("known advisories", () => {
  it("no lockfile has a package with a known advisory", () => {
    const lockfiles = ownFiles().filter((file) => file.endsWith("package-lock.json"));
    expect(lockfiles).toContain("package-lock.json");
    const found = lockfiles.map((file) => [file, vulnerableIn(JSON.parse(readFileSync(file, "utf8")).packages)]);
    expect(found).toEqual(lockfiles.map((file) => [file, []]));
  });

  it("an advisory names a range that npm can read, and finds each version in it, also one deep in the tree", () => {
    expect(ADVISORIES.length).toBeGreaterThan(20);
    for (const { name, range, ids } of ADVISORIES) {
      expect(validRange(range), name).not.toBeNull();
      expect(ids, name).toMatch(/^((GHSA(-[0-9a-z]{4}){3}|CVE-\d{4}-\d+)(, |$))+/);
    }
    expect(
      vulnerableIn({
        "node_modules/mysql2": { version: "3.15.3" },
        "node_modules/a/node_modules/deepmerge-ts": { version: "7.1.5" },
        "node_modules/h3": { version: "2.0.1-rc.17" },
        "node_modules/not-mysql2": { version: "3.15.3" },
        "node_modules/srvx": { version: "0.11.13" },
      }).map((line) => line.split(" ")[0]),
    ).toEqual(["node_modules/mysql2", "node_modules/a/node_modules/deepmerge-ts", "node_modules/h3"]);
  });
});

describe("a workflow", () => {
  const FOLDER = ".github/workflows";
  const workflows = readdirSync(FOLDER).map((file): [string, string] => [
    file,
    readFileSync(join(FOLDER, file), "utf8"),
  ]);

  it.each(workflows)(
    "%s pins each action to a commit, and may only read unless a job says otherwise",
    (_file, text) => {
      const uses = text.match(/(?<=uses: ).*$/gm) ?? [];
      expect(uses.length).toBeGreaterThan(0);
      for (const action of uses) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
      expect(text.match(/persist-credentials: false/g)).toHaveLength(uses.filter((use) => /checkout/.test(use)).length);
    },
  );

  it("looks for advisories, for vulnerable code and at the repository itself once a week", () => {
    const weekly = workflows.filter(([, text]) => /cron: "\d+ \d+ \* \* \d"/.test(text)).map(([, text]) => text);
    for (const what of ["run: npm run audit", "github/codeql-action/analyze@", "ossf/scorecard-action@"])
      expect(
        weekly.filter((text) => text.includes(what)),
        what,
      ).toHaveLength(1);
  });

  it("publishes nothing from a cache, and lets Debian's packages ask nothing", () => {
    const text = new Map(workflows);
    const [packed = ""] = text.get("release.yml")?.match(/ {2}pack:[\s\S]*?run: npm ci/) ?? [];
    expect(packed).toContain("package-manager-cache: false");
    const installs = workflows.flatMap(([, each]) => each.match(/^.*apt-get install.*$/gm) ?? []);
    expect(installs.length).toBeGreaterThan(1);
    for (const line of installs) expect(line).toContain("sudo DEBIAN_FRONTEND=noninteractive apt-get install -y");
  });

  it("asks for updates of no major version that is another library", () => {
    const ignored = readFileSync(".github/dependabot.yml", "utf8").matchAll(
      /dependency-name: "?([^"\n]+)"?\n +update-types: \["version-update:semver-major"\]/g,
    );
    expect([...ignored].map(([, name]) => name)).toEqual(expect.arrayContaining(["prisma", "@prisma/*"]));
  });
});

describe("install scripts", () => {
  it("the install scripts are named one by one, and none but Node's own package needs to run", () => {
    const withScripts = packages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ""));
    for (const name of withScripts) expect(Object.keys(allowScripts), name).toContain(name);
    const running = Object.entries(allowScripts).filter(([, isAllowed]) => isAllowed);
    expect(running).toEqual([["node", true]]);
  });
});

describe("each runtime dependency", () => {
  it("a line in docs/decisions.md says what it is for", () => {
    const decisions = readFileSync("docs/decisions.md", "utf8");
    const others = Object.keys(dependencies).filter((name) => !existsSync(join("packages", name)));
    for (const name of others) expect(decisions, name).toMatch(new RegExp(`^\\|.*\`${name}\`.*\\| \\w`, "m"));
  });
});
