// The README of solid-authjs shows the files of its examples, which template/tests/package.spec.ts and registry.spec.ts
// build and run, with the versions that are installed here. And the reports of template/upstream name these.

import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";
import { partFiles } from "../../solid-2/copy.ts";
import { packageJson } from "../support/reports.ts";

const PACKAGE = "packages/solid-authjs";
const PAGES = ["README.md", "SOLID-2.md"].map((page) => join(PACKAGE, page));
const EXAMPLES = ["example", "example/with-prisma", "example/solid-2", "example/solid-2/with-prisma"];

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const installed = (name: string) => manifestOf(join("node_modules", name)).version;

it("the README of solid-authjs shows the files of its examples as they are, and every source file of that for Solid 2", () => {
  const shown = PAGES.flatMap(blocksOf)
    .map(({ lines }) => lines.join("\n"))
    .filter((block) => /^\/\/ \S+\.tsx?\n/.test(block));
  expect(shown.length).toBeGreaterThan(15);
  const files = globSync(`${PACKAGE}/example/**/*.{ts,tsx}`).map((path) => ({
    path,
    code: readFileSync(path, "utf8"),
  }));
  const isShown = ({ path, code }: (typeof files)[number]) =>
    shown.some((block) => `${block}\n` === `// ${path.replace(/^.*\/(?=src\/|vite)/, "")}\n${code}`);
  expect(shown.filter((block) => !files.some(({ code }) => `${block}\n`.endsWith(`\n${code}`)))).toEqual([]);
  const ofSolid2 = files.filter(({ path }) => path.startsWith(`${PACKAGE}/example/solid-2/src/`));
  expect(ofSolid2.length).toBeGreaterThan(5);
  expect(ofSolid2.filter((file) => !isShown(file)).map(({ path }) => path)).toEqual([]);
});

/** The packages of Solid 2, which are not installed here. */
const CANDIDATES = ["solid-js", "@solidjs/web", "@solidjs/router", "@solidjs/vite-plugin"];

it.each(EXAMPLES)(
  "solid-authjs/%s has the versions that are installed here, or those of Solid 2 that the README names",
  (folder) => {
    const { dependencies, devDependencies } = manifestOf(join(PACKAGE, folder));
    const { "solid-authjs": tarball, ...others } = { ...dependencies, ...devDependencies };
    expect(tarball).toBe(`file:solid-authjs-${manifestOf(PACKAGE).version}.tgz`);
    expect(Object.keys(others).length).toBeGreaterThan(6);
    const readme = readFileSync(`${PACKAGE}/SOLID-2.md`, "utf8").replaceAll(/\s+/g, " ");
    for (const [name, version] of Object.entries(others))
      if (folder.includes("solid-2") && CANDIDATES.includes(name))
        expect(readme, name).toMatch(new RegExp(`${name}( and \\S+)? ${version}`));
      else expect(version, name).toBe(installed(name));
  },
);

it("the README of solid-authjs installs the package by its name, with the version of Auth.js that its tests have", () => {
  const commands = PAGES.flatMap(blocksOf).filter(({ language }) => language === "sh");
  const [first] = commands.flatMap(({ lines }) => lines);
  expect(first).toBe(`npm install solid-authjs @auth/core@${installed("@auth/core")}`);
});

it.each([...readdirSync("packages").map((name) => `packages/${name}`), "template/create"])(
  "%s says where it comes from, and npm publishes none but solid-authjs and create, both in one version",
  (folder) => {
    const { private: isPrivate, license, repository, version, publishConfig } = manifestOf(folder);
    const isPublished = [PACKAGE, "template/create"].includes(folder);
    expect([isPrivate === true, license]).toEqual([!isPublished, "MIT"]);
    expect(repository).toEqual({ ...manifestOf(PACKAGE).repository, directory: folder });
    if (isPublished) expect([version, publishConfig]).toEqual([manifestOf(PACKAGE).version, { access: "public" }]);
    if (folder === PACKAGE) expect(readFileSync(join(PACKAGE, "CHANGELOG.md"), "utf8")).toContain(`\n## ${version}\n`);
  },
);

it.each(Object.entries<string>(manifestOf("template/upstream/app").dependencies))(
  "the reports and the table of start-kit are about the installed %s",
  (name, version) => {
    expect(JSON.parse(readFileSync(packageJson(name), "utf8")).version).toBe(version);
    const all = partFiles().map((path) => `template/upstream/${basename(path, ".ts")}.md`);
    const reports = all.filter((file) => existsSync(file));
    const named = new RegExp(`(?<![\\w/@-])${name} (\\d+\\.\\d+\\.\\d+[\\w.-]*\\w)`, "g");
    for (const file of ["packages/start-kit/README.md", ...reports])
      for (const [, found] of readFileSync(file, "utf8").matchAll(named)) expect(found, file).toBe(version);
  },
);
