// The README of solid-authjs shows the files of its examples, which template/tests/registry.spec.ts builds and runs.

import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";

const PACKAGE = "packages/solid-authjs";
const PAGES = ["README.md", "SOLID-2.md"].map((page) => join(PACKAGE, page));

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

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
