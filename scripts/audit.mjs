// `npm run audit` asks npm's registry for known advisories: by `npm audit` about the packages of the lockfile, and by
// itself about this template, because npm skips the layer, which is a folder here. If `npm run recipe` has followed
// recipes, it looks for them in the template's changelog. The workflow audit.yml runs it each week. It needs no
// package, and is JavaScript that an old Node can read.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A release of the template publishes these two packages with one version: the layer, and all other files. */
const PUBLISHED = ["solid-authjs", "create-solid-auth-starter"];
const LAYER = "packages/solid-authjs/package.json";
/** `npm run recipe` and scripts/template-update.mjs write this file. */
const RECORD = ".template-base";

const { status } = spawnSync("npm audit", { shell: true, stdio: "inherit" });
const isHere = existsSync(LAYER);
if (!isHere) console.error(`Advisories about the template were not asked for: ${LAYER} would say which version it is.`);
const isClean = !isHere || isTemplateClean(JSON.parse(readFileSync(LAYER, "utf8")).version);
process.exitCode = status === 0 && isClean && areRecipesClean() ? 0 : 1;

function areRecipesClean() {
  const record = existsSync(RECORD) ? readFileSync(RECORD, "utf8") : "";
  if (!/^recipe /m.test(record)) return true;
  if (/^[0-9a-f]{40,} /m.test(record))
    return spawnSync(process.execPath, ["scripts/template-update.mjs", "--audit"], { stdio: "inherit" }).status === 0;
  console.error("No fixes of recipes were asked for: the first `npm run template:update` notes where the template is.");
  return true;
}

/** @param {string} version */
function isTemplateClean(version) {
  const { vulnerabilities, message } = auditOf(version);
  if (!vulnerabilities) {
    console.error(`npm does not say which advisories are about this template: ${message}`);
    return false;
  }
  const advisories = PUBLISHED.flatMap((name) => vulnerabilities[name]?.via ?? []);
  for (const { name, title, severity, url } of advisories) console.error(`${name}: ${title} (${severity}), ${url}`);
  if (advisories.length > 0) console.error("The template has the fix: npm run template:update (docs/updates.md)");
  return advisories.length === 0;
}

/**
 * Asks like an application that has the packages from the registry.
 *
 * @param {string} version
 * @returns {{ vulnerabilities?: Record<string, { via: Record<string, string>[] }>; message?: string }}
 */
function auditOf(version) {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  const dependencies = Object.fromEntries(PUBLISHED.map((name) => [name, version]));
  const installed = Object.fromEntries(PUBLISHED.map((name) => [`node_modules/${name}`, { version }]));
  const lockfile = { lockfileVersion: 3, packages: { "": { dependencies }, ...installed } };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lockfile));
  const { stdout } = spawnSync("npm audit --json", { cwd: folder, shell: true, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return JSON.parse(stdout);
}
