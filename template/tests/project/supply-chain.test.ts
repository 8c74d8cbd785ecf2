// Which packages an install adds, and which scripts it may run.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { satisfies, validRange } from "semver";
import { describe, expect, it } from "vitest";
import { ownFiles } from "../../../tests/support/copies.ts";

interface Package {
  /** The package's own name, where it is installed under another. */
  name?: string;
  version?: string;
  /** Whether it is one of this repository's own packages. */
  link?: boolean;
  resolved?: string;
  integrity?: string;
  /** Whether it is inside the package above it, whose checksum covers it. */
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

type Ranges = Readonly<Record<string, string>>;

/** What a package or a folder asks for. */
interface Asking {
  dependencies?: Ranges;
  devDependencies?: Ranges;
  peerDependencies?: Ranges;
  optionalDependencies?: Ranges;
}

const { allowScripts, dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const lockfile: { packages: Record<string, Package & Asking> } = JSON.parse(readFileSync("package-lock.json", "utf8"));
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

  // `npm install` passes over one that the registry does not have, and `npm ci` then refuses the lockfile.
  it("holds each optional package, those of other systems too", () => {
    const wanted = Object.entries(lockfile.packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => ({ path, name })),
    );
    expect(wanted.length).toBeGreaterThan(50);
    expect(wanted.filter(({ path, name }) => !installedFor(path, name, lockfile.packages))).toEqual([]);
  });

  it("takes this repository's own packages from their folders, not those of the same names in the registry", () => {
    for (const name of readdirSync("packages"))
      expect(lockfile.packages[`node_modules/${name}`], name).toEqual({ resolved: `packages/${name}`, link: true });
  });
});

type Overrides = { [name: string]: string | Overrides };

/** @returns the names of the packages whose version an `overrides` of npm's decides */
const overridden = (overrides: Overrides): string[] =>
  Object.entries(overrides).flatMap(([name, version]) => (typeof version === "string" ? name : overridden(version)));

/** @returns each package that is asked for in another version than it has: its name, by what, and the range */
function overruled(packages: Record<string, Package & Asking>) {
  return Object.entries(packages).flatMap(([path, asking]) => {
    const { dependencies, devDependencies, peerDependencies, optionalDependencies } = asking;
    const ranges = { ...peerDependencies, ...devDependencies, ...dependencies, ...optionalDependencies };
    return Object.entries(ranges)
      .map(([name, range]) => ({ name, range, by: path.replace(/^.*node_modules\//, "") }))
      .filter(({ name, range }) => {
        const { version } = installedFor(path, name, packages) ?? {};
        return version && validRange(range) && !satisfies(version, range, { includePrerelease: true });
      });
  });
}

/** Looks for a package as Node does: beside the asking one's code, then in each folder above. */
function installedFor(path: string, name: string, packages: Record<string, Package>): Package | undefined {
  const found = packages[join(path, "node_modules", name)];
  return found || path === "" ? found : installedFor(join(path, "..").replace(/^\.$/, ""), name, packages);
}

describe("an override", () => {
  const manifests = ownFiles().filter((file) => file.endsWith("package.json"));
  const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
  const reasons = readFileSync("docs/decisions.md", "utf8")
    .replaceAll("\\|", "|")
    .split("\n")
    .filter((line) => line.includes("by `overrides`"));

  it("docs/decisions.md names each override with the range that it overrules, and why", () => {
    const found = overruled(lockfile.packages);
    expect([...new Set(found.map(({ name }) => name))].sort()).toEqual(
      overridden(read("package.json").overrides).sort(),
    );
    for (const { name, by, range } of found)
      expect(
        reasons.filter((line) => [name, by, range].every((text) => line.includes(`\`${text}\``))),
        `${by} asks for ${name} ${range}, and gets another`,
      ).toHaveLength(1);
  });

  it("an override in another folder overrules a range, too", () => {
    const others = manifests.filter((file) => file !== "package.json" && read(file).overrides);
    expect(others.length).toBeGreaterThan(2);
    const needed = overruled(lockfile.packages).map(({ name }) => name);
    for (const file of others) expect(needed, file).toEqual(expect.arrayContaining(overridden(read(file).overrides)));
  });

  it("a version outside of a range that is asked for is found, also of a package deep in the tree", () => {
    const rolldown = { "node_modules/vite": { version: "8.4.0", dependencies: { rolldown: "~1.3.2" } } };
    const at = (path: string, version: string) => overruled({ ...rolldown, [path]: { version } });
    expect(at("node_modules/rolldown", "1.2.19")).toEqual([{ name: "rolldown", by: "vite", range: "~1.3.2" }]);
    expect(at("node_modules/vite/node_modules/rolldown", "1.2.19")).toHaveLength(1);
    expect(at("node_modules/rolldown", "1.3.3")).toEqual([]);
  });
});

/** The rows of template/advisories.md, which list several ranges with commas. */
const ADVISORIES = [
  ...readFileSync("template/advisories.md", "utf8").matchAll(/^\| (\S+) \| (.*\d.*) \| (.*) \|$/gm),
].map(([, name = "", ranges = "", ids = ""]) => ({ name, range: ranges.replaceAll(",", " ||"), ids }));

/** @returns the packages of a lockfile that an advisory is about, with its id */
function vulnerableIn(packages: Record<string, Package>): string[] {
  return Object.entries(packages).flatMap(([path, { name: alias, version = "" }]) =>
    ADVISORIES.filter(({ name }) => name === alias || path.endsWith(`node_modules/${name}`))
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

  it("an advisory names a range that npm can read, and finds each version in it, also one deep in the tree or under another name", () => {
    expect(ADVISORIES.length).toBeGreaterThan(20);
    for (const { name, range, ids } of ADVISORIES) {
      expect(validRange(range), name).not.toBeNull();
      expect(ids, name).toMatch(/^((GHSA(-[0-9a-z]{4}){3}|CVE-\d{4}-\d+)(, |$))+/);
    }
    expect(
      vulnerableIn({
        "node_modules/mysql2": { version: "3.15.3" },
        "node_modules/a/node_modules/deepmerge-ts": { version: "7.1.5" },
        "node_modules/h3-v2": { name: "h3", version: "2.0.1-rc.17" },
        "node_modules/not-mysql2": { version: "3.15.3" },
        "node_modules/srvx": { version: "0.11.13" },
      }).map((line) => line.split(" ")[0]),
    ).toEqual(["node_modules/mysql2", "node_modules/a/node_modules/deepmerge-ts", "node_modules/h3-v2"]);
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

  it("asks for no version in its first week, in which most malicious ones are found", () => {
    const [, ...ecosystems] = readFileSync(".github/dependabot.yml", "utf8").split("package-ecosystem:");
    expect(ecosystems).toHaveLength(2);
    for (const each of ecosystems) expect(each).toMatch(/^ {4}cooldown:\n {6}default-days: 7$/m);
  });

  it("refuses a pull request that brings a package with a known advisory", () => {
    const [, job = ""] = new Map(workflows).get("ci.yml")?.split("\n  dependencies:\n") ?? [];
    expect(job).toMatch(/^ {4}if: github\.event_name == 'pull_request'[\s\S]*actions\/dependency-review-action@/);
  });

  it("asks for updates of no major version that is another library", () => {
    const ignored = readFileSync(".github/dependabot.yml", "utf8").matchAll(
      /dependency-name: "?([^"\n]+)"?\n +update-types: \["version-update:semver-major"\]/g,
    );
    expect([...ignored].map(([, name]) => name)).toEqual(
      expect.arrayContaining(["solid-js", "@solidjs/*", "prisma", "@prisma/*"]),
    );
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
