// `npm run test:nightly -w template` runs what the run of each commit leaves out (night.ts). Its parts run two at a
// time, each in a copy of the project of its own; those that measure run afterwards, one by one. Arguments select
// parts: `npm run test:nightly -w template -- layer mutants`. A schedule runs it (.github/workflows/nightly.yml), a
// machine for each part.

import { spawn, spawnSync } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "../scripts/browser.ts";
import { root } from "../scripts/steps.ts";
import { installedCopy } from "../tests/support/copies.ts";
import { browserWithWindows } from "./tests/support/browser-with-windows.ts";

interface Part {
  /** Arguments of Node: a script, and its own. */
  command: string[];
  /** Nothing else may run beside it. */
  measures?: boolean;
}

const steps = (...names: string[]) => ["template/test.ts", ...names];

/** The longest first. */
const PARTS: Record<string, Part> = {
  clones: { command: steps("build", "clones") },
  postgresql: { command: steps("build", "postgresql") },
  browser: { command: steps("build", "browser") },
  mutants: { command: ["template/mutants/run.ts", "--fourteenth"] },
  layer: { command: steps("layer") },
  measures: { command: steps("build", "measures"), measures: true },
};

const FOLDER = join(root, ".copies/nightly");
const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !PARTS[name]);
if (unknown) {
  console.error(`There is no part "${unknown}". Parts: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}

const started = Date.now();
const parts = Object.entries(PARTS).filter(([name]) => chosen.length === 0 || chosen.includes(name));
const quiet = parts.filter(([, { measures }]) => measures);
const beside = parts.filter(([, { measures }]) => !measures);
const results: { name: string; seconds: number; hasPassed: boolean }[] = [];

const missing = missingPackages();
if (missing.length > 0) {
  console.error(`The nightly run needs more of Debian's packages: apt-get install ${missing.join(" ")}`);
  // Not each part needs each of them.
  if (chosen.length === 0) process.exit(1);
}
// Parts that run beside each other would each install it, and be in each other's way.
if (!ensureBrowser()) process.exit(1);
mkdirSync(FOLDER, { recursive: true });
await Promise.all(["1", "2"].map((lane) => work(lane, beside)));
await work("1", quiet);

for (const { name, seconds, hasPassed } of results)
  console.log(`${hasPassed ? "passed" : "FAILED"} ${name} (${seconds} s): .copies/nightly/${name}.log`);
const failed = results.filter(({ hasPassed }) => !hasPassed);
console.log(`${results.length - failed.length} of ${results.length} parts passed in ${secondsSince(started)} seconds.`);
process.exit(failed.length > 0 ? 1 : 0);

/** @returns those that are not on this machine: a part would say so after half an hour. Other systems have no list */
function missingPackages(): string[] {
  if (!isProgram("dpkg")) return [];
  const lists = ["packages.txt", "nightly-packages.txt"].map((file) =>
    readFileSync(join(root, "template", file), "utf8"),
  );
  const names = lists.flatMap((list) => list.split(/\s+/).filter(Boolean));
  const isInstalled = (name: string) => spawnSync("dpkg", ["-s", name]).stdout.includes("install ok installed");
  const absent = names.filter((name) => !isInstalled(name));
  return ["firefox-esr", "firefox"].some(isProgram) ? absent : [...absent, "firefox-esr"];
}

function isProgram(name: string): boolean {
  return spawnSync(name, ["--version"]).error === undefined;
}

/** Takes parts off the queue, one after the other, with a copy of its own. */
async function work(lane: string, queue: [string, Part][]): Promise<void> {
  if (queue.length === 0) return;
  const folder = installedCopy(`nightly-${lane}`);
  // Tests list the files of the project by git.
  for (const args of [
    ["init", "--quiet"],
    ["add", "--all"],
  ])
    spawnSync("git", args, { cwd: folder });
  spawnSync(process.execPath, ["scripts/prepare.ts"], { cwd: folder, stdio: "ignore" });
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [name, { command }] = next;
    const begun = Date.now();
    const hasPassed = await passes(name, command, folder);
    results.push({ name, seconds: secondsSince(begun), hasPassed });
    console.log(`${hasPassed ? "passed" : "FAILED"} ${name} (${secondsSince(begun)} s)`);
  }
}

function passes(name: string, command: string[], folder: string): Promise<boolean> {
  const log = createWriteStream(join(FOLDER, `${name}.log`));
  const env = { ...process.env, NIGHT: "1", CHROMIUM_PATH: browserWithWindows() };
  const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  return new Promise((resolve) => child.once("close", (code) => log.end(() => resolve(code === 0))));
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}
