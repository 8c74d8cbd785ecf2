// An owner moves the grounds under the application to their next versions, each by one `npm install`: no range of the
// packages in packages/, which an owner does not edit, is in the way.

import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Peer } from "../../../tests/support/peer.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";
import { isNight } from "../../night.ts";
import { nextVersion, serveRegistry } from "../support/registry.ts";

interface Lock {
  packages: Record<string, { version?: string }>;
}

const read = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));
const { dependencies, devDependencies } = read("package.json");
const before: Lock = read("package-lock.json");
const OWN = readdirSync("packages");

/** What the package.json of an application names of the registry. */
const NAMED = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !OWN.includes(name));

const MOVES: [title: string, names: string[]][] = [
  ["nitro", ["nitro"]],
  ["@solidjs/start", ["@solidjs/start"]],
  ["prisma", ["prisma"]],
  ["prisma with its client and adapters", NAMED.filter((name) => /^(@prisma\/|prisma$)/.test(name))],
  ["everything at once", NAMED],
];
/** One by one, each of them that is not above. */
const OTHERS = NAMED.filter((name) => !MOVES.some(([title]) => title === name));

const NEXT_MAJORS: [name: string, needs: string][] = [
  ["solid-js", 'solid-js@"^1.9.19" from start-kit'],
  ["@solidjs/router", '@solidjs/router@"^1.0.0" from start-kit'],
  ["prisma", 'prisma@"^7.10.0" from database-engines'],
];

let registry: Peer;
let cache: string;

beforeAll(async () => {
  registry = await serveRegistry(NEXT_MAJORS.map(([name]) => name));
  cache = temporaryFolder();
});
afterAll(() => registry.close());

it.each(isNight ? [...MOVES, ...OTHERS.map((name): [string, string[]] => [name, [name]])] : MOVES)(
  "the next version of %s comes with one npm install, and no package of ours keeps the old one",
  async (_title, names) => {
    const folder = copyOfManifests();
    await npmInstall(folder, ...names.map((name) => `${name}@${nextOf(name)}`));
    const { packages }: Lock = read(folder, "package-lock.json");
    for (const name of names) expect(packages[`node_modules/${name}`]?.version).toBe(nextOf(name));
    expect(Object.keys(packages).filter((path) => /^packages\/.*\/node_modules\//.test(path))).toEqual([]);
  },
);

it.each(NEXT_MAJORS)(
  "%s@latest, the next major version, is refused with the package that needs this one",
  async (name, needs) => {
    const refusal = npmInstall(copyOfManifests(), `${name}@latest`);
    await expect(refusal).rejects.toThrow(/ERESOLVE/);
    await expect(refusal).rejects.toThrow(`${name}@${Number.parseInt(nextOf(name), 10) + 1}.0.0`);
    await expect(refusal).rejects.toThrow(needs);
  },
);

function nextOf(name: string): string {
  return nextVersion(before.packages[`node_modules/${name}`]?.version ?? "");
}

/** All that npm reads to resolve versions. */
function copyOfManifests(): string {
  const folder = temporaryFolder();
  const own = ["template", ...OWN.map((name) => `packages/${name}`)];
  for (const file of ["package.json", "package-lock.json", ".npmrc", ...own.map((each) => `${each}/package.json`)])
    cpSync(file, join(folder, file));
  return folder;
}

/** Fails with what npm says, such as ERESOLVE. */
async function npmInstall(folder: string, ...packages: string[]): Promise<void> {
  // An npm that runs this test has set variables for its own project, by which this one would go.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const args = ["install", "--package-lock-only", "--no-audit", "--no-fund", "--registry", registry.url];
  await promisify(execFile)("npm", [...args, "--cache", cache, ...packages], { cwd: folder, env });
}
