// Runs a script of TypeScript: `node scripts/run.mjs scripts/prepare.ts`. It is JavaScript that an old Node can read,
// so that a message can name the missing part: the packages for development, or a Node that can run TypeScript. Without
// a script it only checks.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { envFileProblem } from "./env-file.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [, , script, ...args] = process.argv;
const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const missing = Object.keys(devDependencies).filter((name) => !existsSync(join(root, "node_modules", name)));
if (missing.length > 0)
  refuse(
    `These packages for development are not installed: ${missing.join(", ")}.`,
    "Run `npm install --include=dev`. (With NODE_ENV=production, npm leaves them out.)",
  );

if (!process.features.typescript)
  refuse(
    `Node ${process.versions.node} cannot run TypeScript: this needs Node ${devDependencies.node.match(/\d+/)[0]}.`,
    "`npm run` brings its own, unless `npm install` ran with --ignore-scripts or under another system: run `npm ci`.",
  );

// Vite takes "#" and "?" for parts of a URL, and SolidStart finds none of its files if their path is a pattern.
const [sign] = root.match(/[#?*[{]|[!@+]\(/) ?? [];
if (sign) refuse(`Vite and SolidStart do not work in a folder with "${sign}" in its path. Rename it: ${root}`);

const problem = envFileProblem();
if (problem) refuse(problem);

if (script) {
  process.argv = [process.execPath, resolve(script), ...args];
  await import(pathToFileURL(resolve(script)).href);
}

/** @param {string[]} lines */
function refuse(...lines) {
  console.error(`\n${lines.join("\n")}\n`);
  process.exit(1);
}
