// The README of solid-authjs shows the files of its examples, which template/tests/package.spec.ts and solid-2.spec.ts
// build and run, with the versions that are installed here.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blocksOf } from "../../../scripts/recipes/blocks.ts";

const PACKAGE = "packages/solid-authjs";

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

const SHOWN = [
  ["example", "src/auth.ts"],
  ["example", "src/routes/api/auth/[...solidauth].ts"],
  ["example", "src/routes/index.tsx"],
  ["example", "src/components/SignIn.tsx"],
  ["example/with-prisma", "src/auth.ts"],
  ["example/solid-2", "vite.config.ts"],
  ["example/solid-2", "src/auth.ts"],
  ["example/solid-2", "src/middleware.ts"],
  ["example/solid-2", "src/session.ts"],
  ["example/solid-2", "src/App.tsx"],
  ["example/solid-2", "src/Document.tsx"],
  ["example/solid-2", "src/routes/index.tsx"],
  ["example/solid-2", "src/routes/not-found.tsx"],
  ["example/solid-2", "src/components/SignIn.tsx"],
  ["example/solid-2", "src/components/Account.tsx"],
  ["example/solid-2/with-prisma", "src/auth.ts"],
  ["example/solid-2/with-prisma", "src/components/SignIn.tsx"],
  ["example/solid-2/with-prisma", "src/components/Account.tsx"],
] as const;

const PAGES = ["README.md", "SOLID-2.md"];

it("the README of solid-authjs shows the files of its examples, as they are", () => {
  const blocks = PAGES.flatMap((page) => blocksOf(join(PACKAGE, page))).map(({ lines }) => lines.join("\n"));
  const shown = blocks.filter((block) => /^\/\/ \S+\.tsx?\n/.test(block));
  const files = SHOWN.map(([folder, file]) => `// ${file}\n${readFileSync(join(PACKAGE, folder, file), "utf8")}`);
  expect(shown.map((block) => `${block}\n`)).toEqual(files);
});

it("the README of solid-authjs shows every source file of its example for Solid 2", () => {
  const folder = join(PACKAGE, "example/solid-2/src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const shown = SHOWN.filter(([where]) => where === "example/solid-2").map(([, file]) => file);
  expect(files.map((file) => join("src", file)).sort()).toEqual(shown.filter((file) => file.startsWith("src/")).sort());
});

/** The packages of Solid 2, which are not installed here. */
const CANDIDATES = ["solid-js", "@solidjs/web", "@solidjs/router", "@solidjs/vite-plugin"];

it.each(["example", "example/with-prisma", "example/solid-2", "example/solid-2/with-prisma"])(
  "solid-authjs/%s has the versions that are installed here, or those of Solid 2 that the README names",
  (folder) => {
    const { dependencies, devDependencies } = manifestOf(join(PACKAGE, folder));
    const { "solid-authjs": tarball, ...others } = { ...dependencies, ...devDependencies };
    expect(tarball).toBe(`file:solid-authjs-${manifestOf(PACKAGE).version}.tgz`);
    expect(Object.keys(others).length).toBeGreaterThan(6);
    const readme = readFileSync(join(PACKAGE, "SOLID-2.md"), "utf8").replaceAll(/\s+/g, " ");
    for (const [name, version] of Object.entries(others))
      if (folder.includes("solid-2") && CANDIDATES.includes(name))
        expect(readme, name).toMatch(new RegExp(`${name}( and \\S+)? ${version}`));
      else expect(version, name).toBe(manifestOf(join("node_modules", name)).version);
  },
);

it.each(readdirSync("packages"))(
  "packages/%s says where it comes from, and npm publishes none but solid-authjs",
  (name) => {
    const { private: isPrivate, license, repository, bugs } = manifestOf(join("packages", name));
    expect([isPrivate === true, license]).toEqual([name !== PACKAGE.slice("packages/".length), "MIT"]);
    const { url, directory } = repository;
    expect([url, directory]).toEqual([expect.stringMatching(/^git\+https:.*\.git$/), `packages/${name}`]);
    expect(`${bugs}`).toBe(url.replace(/^git\+(.*)\.git$/, "$1/issues"));
  },
);

it("the README of solid-authjs installs the package by its name, with the version of Auth.js that its tests have", () => {
  const commands = PAGES.flatMap((page) => blocksOf(join(PACKAGE, page))).filter(({ language }) => language === "sh");
  const { version } = manifestOf("node_modules/@auth/core");
  expect(commands.flatMap(({ lines }) => lines)[0]).toBe(`npm install solid-authjs @auth/core@${version}`);
});

it("the two packages that a release publishes say the same version, where they come from, and that all may have them", () => {
  const released = [PACKAGE, "template/create"].map((folder) => ({ folder, ...manifestOf(folder) }));
  for (const { folder, private: isPrivate, license, version, repository, publishConfig } of released) {
    expect([isPrivate, license, version, publishConfig]).toEqual([
      undefined,
      "MIT",
      manifestOf(PACKAGE).version,
      { access: "public" },
    ]);
    expect(repository).toEqual({ ...manifestOf(PACKAGE).repository, directory: folder });
  }
  expect(readFileSync(join(PACKAGE, "CHANGELOG.md"), "utf8")).toContain(`\n## ${manifestOf(PACKAGE).version}\n`);
});
