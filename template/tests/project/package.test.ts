// The README of solid-auth shows the files of its example, which template/tests/package.spec.ts builds and runs, with
// the versions that are installed here.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blocksOf } from "../support/recipes.ts";

const PACKAGE = "packages/solid-auth";

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

it("the README of solid-auth shows five files of its example, as they are", () => {
  const blocks = blocksOf(join(PACKAGE, "README.md")).map(({ lines }) => lines);
  const shown = blocks.filter(([first]) => first?.startsWith("// src/"));
  const files = [
    "auth.ts",
    "routes/api/auth/[...solidauth].ts",
    "routes/index.tsx",
    "components/SignIn.tsx",
    "auth.ts",
  ];
  expect(shown.map(([first]) => first)).toEqual(files.map((file) => `// src/${file}`));
  const folders = files.map((_, index) => join(PACKAGE, index === 4 ? "example/with-prisma" : "example"));
  for (const [index, [, ...lines]] of shown.entries())
    expect(`${lines.join("\n")}\n`).toBe(readFileSync(join(folders[index] ?? "", "src", files[index] ?? ""), "utf8"));
});

it.each(["example", "example/with-prisma"])("solid-auth/%s has the versions that are installed here", (folder) => {
  const { dependencies, devDependencies, overrides } = manifestOf(join(PACKAGE, folder));
  const { "solid-auth": tarball, ...others } = { ...dependencies, ...devDependencies, rolldown: overrides.rolldown };
  expect(tarball).toBe(`file:solid-auth-${manifestOf(PACKAGE).version}.tgz`);
  expect(Object.keys(others).length).toBeGreaterThan(6);
  for (const [name, version] of Object.entries(others))
    expect(version, name).toBe(manifestOf(join("node_modules", name)).version);
});

it("the README of solid-auth installs the tarball, never the package of that name in the registry", () => {
  const { version } = manifestOf(PACKAGE);
  const commands = blocksOf(join(PACKAGE, "README.md")).filter(({ language }) => language === "sh");
  expect(commands.map(({ lines }) => lines)).toEqual([[`npm install ./solid-auth-${version}.tgz @auth/core@0.41.3`]]);
});
