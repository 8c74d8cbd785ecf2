// The direction of imports: routes → components → account → session → server → solid-authjs → @auth/core. biome.json
// enforces it. This file tests those rules and what they cannot express.

import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { expect, it } from "vitest";
import { copyProject } from "../../../tests/support/copies";

const root = resolve(import.meta.dirname, "../../..");

const toPosix = (path: string) => path.split(sep).join("/");

/**
 * The build, the development server, scripts or the tests load these without Vite, or Nitro does. They hold no secret.
 */
const HARMLESS = `engines http/error-page http/policy-sources http/security-headers log/line middleware/last-resort refuse
  start`;

it("no module of src/server reaches the browser: each says `server-only`", () => {
  const files = globSync("**/*.ts", { cwd: "src/server" }).filter((file) => !/^database.generated/.test(file));
  const open = files.filter((file) => !readFileSync(join("src/server", file), "utf8").includes('import "server-only"'));
  expect(open.map((file) => toPosix(file).replace(".ts", "")).sort()).toEqual(HARMLESS.split(/\s+/));
});

/**
 * Imports in the wrong direction, each in a file of its own. biome.json refuses them. `notes` is an owner's feature.
 */
const REFUSED: Record<string, string[]> = {
  "src/server/http/example.ts": ["~/session", "../log"],
  "src/server/example.ts": ["~/components/Card", "~/notes/notes"],
  "src/messages/example.ts": ["../server/env.ts", "~/server/env"],
  "src/lib/example.ts": ["~/notes/notes"],
  "src/session.ts": ["./account/data"],
  "src/account/example.ts": ["~/components/ui/Card"],
  "src/account/example.tsx": ["~/server/log", "../components/Form", "../../server/log"],
  "src/notes/example.ts": ["~/components/ui/Card"],
  "src/notes/example.tsx": ["~/server/log"],
  "src/components/example.tsx": ["~/account/methods", "~/notes/notes", "~/server/log", "../routes/index"],
  "src/components/ui/example.tsx": ["~/session", "~/components/Form", "~/notes/notes"],
  "src/routes/protected/example.tsx": ["~/server/database/client"],
};

it("biome refuses imports against the arrows, with the reason, in the editor too", () => {
  const folder = copyProject("imports");
  const written = Object.entries(REFUSED).flatMap(([file, targets]) =>
    targets.map((target, index) => {
      const path = file.replace("example", `example${index}`);
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `import { a } from "${target}";\n\nexport const b = a;\n`);
      return path;
    }),
  );
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--only=style/noRestrictedImports", "--reporter=json", "src"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const refused: { location: { path: string }; message: string }[] = JSON.parse(stdout).diagnostics;
  const files = refused.map(({ location }) => toPosix(location.path)).sort();
  expect(files).toEqual(written.sort());
});
