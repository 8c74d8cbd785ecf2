// What npm runs before and after it packs this package. In the repository, `exports` lead to the source. In a package
// they have to lead to JavaScript, since Node runs no TypeScript in node_modules.
//
// npm packs the package.json that it finds on the disk, so its exports are changed while npm packs, and nothing else of
// it. All that can fail comes first: where it does, package.json is as it was. The change is one of text that can be
// taken back, so there is no second manifest to maintain. If npm is killed in the moment between, git shows the change,
// and `npm run postpack -w solid-authjs` takes it back.
//
// To publish, hand npm the tarball, as .github/workflows/release.yml does. From a folder, it would send the registry
// the manifest without the change.

import { execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = import.meta.dirname;
const DIST = join(here, "dist");
const MANIFEST = join(here, "package.json");

if (process.argv[2] === "restore") {
  const built = /\{ "types": "\.\/dist\/[^"]*", "default": "\.\/dist\/([^"]*)\.js" \}/g;
  writeFileSync(MANIFEST, readFileSync(MANIFEST, "utf8").replace(built, '"./src/$1.ts"'));
  rmSync(DIST, { recursive: true, force: true });
} else {
  // npm itself would notice only when it writes the tarball.
  accessSync(process.env.npm_config_pack_destination || ".", constants.W_OK);
  // From an earlier build, there could be files of modules that are gone.
  rmSync(DIST, { recursive: true, force: true });
  const tsc = join(fileURLToPath(import.meta.resolve("typescript/package.json")), "../bin/tsc");
  execFileSync(process.execPath, [tsc, "--project", join(here, "tsconfig.build.json")], { stdio: "inherit" });
  const source = /"\.\/src\/([^"]*)\.ts"/g;
  const exports = '{ "types": "./dist/$1.d.ts", "default": "./dist/$1.js" }';
  writeFileSync(MANIFEST, readFileSync(MANIFEST, "utf8").replace(source, exports));
}
