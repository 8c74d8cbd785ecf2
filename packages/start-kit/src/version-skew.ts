// Tells an open page that the server has another build. If the two builds differ, each call names the page's build, and
// each answer names the server's build. A failed call then has its own error instead of "the server was not reached".
//
// Upstream: @solidjs/start 2.0.5, fns/handler.ts and fns/client.ts: a function that the new build does not have is an
// internal error, and a call that fails because its arguments have changed looks like any failure.
// Reported: not yet. Sibling: solidjs/solid-start#1644 (a page that fails).
// Gain: a page that stays open over a deployment says so and loads itself once, instead of failing at each press.
// It can go: when SolidStart tells a page that the server has another build.

import { createHash, type Hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { rewriting } from "./rewriting.ts";

const SENT = `"X-Server-Instance": instance`;
const ANSWERED = "const response = await initializeResponse(base, id, instance, options, args);";

/** The sources of a build, from the project's root. */
const SOURCES = ["src", "packages", "app.config.ts", "vite.config.ts", "package-lock.json"];

const NAME_LENGTH = 12;

export function versionSkew(): Plugin {
  return {
    ...rewriting({
      part: "versionSkew",
      environment: "client",
      apply: "build",
      rewrites: [
        {
          file: "@solidjs/start/dist/fns/client.js",
          texts: [
            [SENT, `"X-Build": $build.BUILD_NAME ?? "", ${SENT}`],
            [ANSWERED, `${ANSWERED}\n    $build.checkBuild(response);`],
          ],
          first: `import * as $build from "start-kit/build";\n`,
        },
      ],
      changed:
        "@solidjs/start has another way to call server functions. A page that stays open over a deployment does not " +
        "notice it.",
    }),
    config: ({ root = process.cwd() }) => ({
      define: { "import.meta.env.BUILD_NAME": JSON.stringify(buildName(root)) },
    }),
  };
}

/** @returns a name for a project's code, which is the same for every build of that code */
export function buildName(root: string): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) add(join(root, source), source, hash);
  return hash.digest("hex").slice(0, NAME_LENGTH);
}

function add(path: string, name: string, hash: Hash): void {
  if (name === "node_modules" || !existsSync(path)) return;
  hash.update(`${name}\n`);
  if (!statSync(path).isDirectory()) return void hash.update(readFileSync(path));
  for (const entry of readdirSync(path).sort()) add(join(path, entry), entry, hash);
}
