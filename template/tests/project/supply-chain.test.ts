// Which packages an install adds, which scripts it may run, whose work it is, and what a release may do.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { satisfies, validRange } from "semver";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { packRelease } from "../../release.ts";
import { PAGE, packagesByLicence, thirdPartyPage, UNNAMED } from "../../third-party.ts";

type Ranges = Readonly<Record<string, string>>;

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
  dependencies?: Ranges;
  peerDependencies?: Ranges;
}

const text = (file: string) => readFileSync(file, "utf8");
const { allowScripts, dependencies, devDependencies } = JSON.parse(text("package.json"));
const lockfile: { packages: Record<string, Package> } = JSON.parse(text("package-lock.json"));
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

  it("takes this repository's own packages from their folders, not those of the same names in the registry", () => {
    for (const name of readdirSync("packages"))
      expect(lockfile.packages[`node_modules/${name}`], name).toEqual({ resolved: `packages/${name}`, link: true });
  });
});

/** What this repository's packages ask for: package, name and range. An owner does not edit them. */
const RANGES = readdirSync("packages").flatMap((by) => {
  const { dependencies, peerDependencies }: Package = JSON.parse(text(`packages/${by}/package.json`));
  return Object.entries({ ...dependencies, ...peerDependencies }).map(([name, range]) => ({ by, name, range }));
});
const versionOf = (name: string) => lockfile.packages[`node_modules/${name}`]?.version ?? "";

it("an owner can move each package to its next version by npm install: no range of packages/ is in the way", () => {
  const named = Object.keys({ ...dependencies, ...devDependencies });
  const others = RANGES.filter(({ name, range }) => named.includes(name) && versionOf(name) && range !== "*");
  expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(["@solidjs/start", "prisma"]));
  const next = (version: string) => version.replace(/(?<=^\d+\.\d+\.)\d+/, (patch) => String(Number(patch) + 1));
  expect(others.filter(({ name, range }) => !satisfies(next(versionOf(name)), range))).toEqual([]);
});

it.each([
  ["solid-js", "start-kit"],
  ["@solidjs/router", "start-kit"],
  ["prisma", "database-engines"],
])("npm refuses %s@latest, the next major version, for %s needs this one", (name, by) => {
  const { range = "*" } = RANGES.find((each) => each.name === name && each.by === by) ?? {};
  expect(satisfies(`${Number.parseInt(versionOf(name), 10) + 1}.0.0`, range)).toBe(false);
});

/** The rows of template/advisories.md, which list several ranges with commas. */
const ADVISORIES = [...text("template/advisories.md").matchAll(/^\| (\S+) \| (.*\d.*) \| (.*) \|$/gm)].map(
  ([, name = "", ranges = "", ids = ""]) => ({ name, range: ranges.replaceAll(",", " ||"), ids }),
);

it("the lockfile has no package with an advisory of template/advisories.md, whose ranges npm can read", () => {
  expect(ADVISORIES.length).toBeGreaterThan(20);
  for (const { name, range, ids } of ADVISORIES) {
    expect(validRange(range), name).not.toBeNull();
    expect(ids, name).toMatch(/^((GHSA(-[0-9a-z]{4}){3}|CVE-\d{4}-\d+)(, |$))+/);
  }
  const vulnerable = packages.filter(([path, { name: alias, version = "" }]) =>
    ADVISORIES.filter(({ name }) => name === alias || path.endsWith(`node_modules/${name}`)).some(({ range }) =>
      satisfies(version, range, { includePrerelease: true }),
    ),
  );
  expect(vulnerable).toEqual([]);
});

const FOLDER = ".github/workflows";
const workflows = readdirSync(FOLDER).map((file): [string, string] => [file, text(join(FOLDER, file))]);

it.each(workflows)(
  "the workflow %s pins each action to a commit, and may only read unless a job says otherwise",
  (_file, workflow) => {
    const uses = workflow.match(/(?<=uses: ).*$/gm) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    const checkouts = uses.filter((use) => /checkout/.test(use));
    expect(workflow.match(/persist-credentials: false/g)).toHaveLength(checkouts.length);
    expect(workflow).not.toMatch(/pull_request_target|workflow_run/);
  },
);

describe("the release", () => {
  const workflow = text(`${FOLDER}/release.yml`);
  const [, pack = "", publish = "", release = ""] = workflow.split(/^ {2}(?=\w+:\n {4}(?:runs-on|needs))/m);

  it("asks for npm's trust only in the job that publishes, which runs no code of the repository or of its packages", () => {
    expect([pack, publish, release].map((job) => job.includes("id-token: write"))).toEqual([false, true, false]);
    expect([pack, publish, release].map((job) => job.includes("contents: write"))).toEqual([false, false, true]);
    expect(publish).not.toMatch(/checkout@|npm (ci|install|run|test)|npx/);
    for (const line of ["npm publish", "environment: npm", "attestations: write"]) expect(publish).toContain(line);
    expect(workflow.match(/uses: actions\/upload-artifact@/g)).toHaveLength(2);
    expect(workflow.match(/if-no-files-found: error/g)).toHaveLength(2);
  });

  it("refuses a tag of another version, and a package that says it comes from another repository", () => {
    const folder = temporaryFolder();
    const { version } = JSON.parse(text("template/create/package.json"));
    const [wrongTag, fork] = [
      /^The tag is v0\.0\.1, and package\.json of solid-authjs says/,
      /^This is a\/fork, and .* says/,
    ];
    expect(() => packRelease(".", "v0.0.1", folder)).toThrow(wrongTag);
    expect(() => packRelease(".", `v${version}`, folder, "a/fork")).toThrow(fork);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("its command does what it says, as npm starts it", () => {
    const command = ["run", "release", "-w", "template", "--", "v0.0.1", "no-folder"];
    const { status, stderr } = spawnSync("npm", command, { encoding: "utf8", shell: process.platform === "win32" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("The tag is v0.0.1, and package.json")]);
  });
});

it("the install scripts are named one by one, and none but Node's own package needs to run", () => {
  const withScripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = withScripts.map(([path]) => path.replace(/^.*node_modules\//, ""));
  expect(Object.keys(allowScripts)).toEqual(expect.arrayContaining(names));
  expect(Object.entries(allowScripts).filter(([, isAllowed]) => isAllowed)).toEqual([["node", true]]);
});

it("the list of the licences is that of the lockfile, and none asks an application that runs with it to have it too", () => {
  expect(text(PAGE), "npm run licences -w template renews it").toBe(thirdPartyPage());
  // MPL-2.0 is about files of its own; CC-BY-4.0 is of data.
  const known = /^(0BSD|Apache-2\.0|BSD-[23]-Clause|CC0-1\.0|CC-BY-4\.0|ISC|MIT|MIT-0|MPL-2\.0|Unlicense)$/;
  const others = [...packagesByLicence()].filter(([licence]) => !known.test(licence));
  expect(others).toEqual([[UNNAMED, ["@solidjs/start"]]]);
});
