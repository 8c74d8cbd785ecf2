// The direction of imports: routes → components → account → session → server → solid-authjs → @auth/core. biome.json
// enforces it. This file tests those rules and what they cannot express.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { copyProject } from "../../../tests/support/copies";

const root = resolve(import.meta.dirname, "../../..");
const source = join(root, "src");

/** The source files below a folder of src, as paths within src. Generated files are left out. */
function filesIn(folder: string): string[] {
  return readdirSync(join(source, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => toPosix(relative(source, join(entry.parentPath, entry.name))))
    .filter((file) => !file.includes("/generated/"));
}

const toPosix = (path: string) => path.split(sep).join("/");

describe("src/server", () => {
  it("no module of src/server reaches the browser: each says `server-only`", () => {
    // The build, the development server, scripts or the tests load these without Vite, or Nitro does, and they hold no
    // secret.
    const harmless = [
      "server/engines.ts",
      "server/http/error-page.ts",
      "server/http/policy-sources.ts",
      "server/http/security-headers.ts",
      "server/log/line.ts",
      "server/middleware/last-resort.ts",
      "server/refuse.ts",
      "server/start.ts",
    ];
    const open = filesIn("server").filter(
      (file) => !readFileSync(join(source, file), "utf8").includes('import "server-only"'),
    );
    expect(open.sort()).toEqual(harmless);
  });
});

/**
 * Imports in the wrong direction, each in a file of its own. biome.json refuses them. `notes` is an owner's feature.
 */
const REFUSED: [string, string][] = [
  ["src/server/http/example.ts", "~/session"],
  ["src/server/example.ts", "~/components/Card"],
  ["src/server/http/example.ts", "../log"],
  ["src/messages/example.ts", "../server/env.ts"],
  ["src/server/example.ts", "~/notes/notes"],
  ["src/lib/example.ts", "~/notes/notes"],
  ["src/messages/example.ts", "~/server/env"],
  ["src/session.ts", "./account/data"],
  ["src/account/example.ts", "~/components/ui/Card"],
  ["src/account/example.tsx", "~/server/log"],
  ["src/notes/example.ts", "~/components/ui/Card"],
  ["src/notes/example.tsx", "~/server/log"],
  ["src/components/example.tsx", "~/account/methods"],
  ["src/components/example.tsx", "~/sign-in/queries"],
  ["src/components/example.tsx", "~/notes/notes"],
  ["src/components/ui/example.tsx", "~/session"],
  ["src/components/ui/example.tsx", "~/components/Form"],
  ["src/account/example.tsx", "../components/Form"],
  ["src/components/ui/example.tsx", "~/notes/notes"],
  ["src/components/example.tsx", "~/server/log"],
  ["src/account/example.tsx", "../../server/log"],
  ["src/components/example.tsx", "../routes/index"],
  ["src/routes/protected/example.tsx", "~/server/database/client"],
];

it("biome refuses imports against the arrows, with the reason, in the editor too", () => {
  const folder = copyProject("imports");
  for (const [index, [file, target]] of REFUSED.entries()) {
    const path = join(folder, file.replace("example", `example${index}`));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `import { a } from "${target}";\n\nexport const b = a;\n`);
  }
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--only=style/noRestrictedImports", "--reporter=json", "src"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const refused: { location: { path: string }; message: string }[] = JSON.parse(stdout).diagnostics;
  const files = refused.map(({ location }) => toPosix(location.path)).sort();
  expect(files).toEqual(REFUSED.map(([file], index) => file.replace("example", `example${index}`)).sort());
});
