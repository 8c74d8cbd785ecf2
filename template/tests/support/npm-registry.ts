// A registry of npm's on this machine (Verdaccio). It has the packages of this project that a test publishes, and takes
// all others from npm's own. Its package managers and itself come from there too, once for all tests of a checkout.

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { ended, freePort, root } from "../../../tests/support/app.ts";
import { copyProject } from "../../../tests/support/copies.ts";
import { atExit, temporaryFolder } from "../../../tests/support/temporary.ts";
import { packRelease } from "../../release.ts";
import { commitCopy } from "./setup.ts";

const TOOLS = join(root, ".copies/tools");
/** The oldest that `npm create` runs on, and the newest. The first creation of a test is on the Node of the run. */
export const NODES = ["20.20.2", "26.10.0"];
const MANIFEST = {
  private: true,
  dependencies: {
    ...Object.fromEntries(
      NODES.map((version) => [`node-${version}`, `npm:node-${process.platform}-${process.arch}@${version}`]),
    ),
    [`@oven/bun-${process.platform}-${process.arch}`]: "1.4.5",
    pnpm: "12.21.0",
    verdaccio: "6.10.4",
  },
  // Verdaccio asks for the tag "cjs" of it, which not every mirror has.
  overrides: { "node-fetch": "2.7.0" },
};

const BUN_CACHE = temporaryFolder();

const OWN = ["solid-authjs", "create-solid-auth-starter"];

/** What a user types, and what stands for it here. */
export const MANAGERS = {
  npm: { add: "npm install --ignore-scripts", execute: "npx --yes", peers: "npm ls" },
  pnpm: { add: `${pnpm()} add --ignore-scripts`, execute: `${pnpm()} dlx`, peers: `${pnpm()} peers check` },
  bun: { add: `${bun()} add --ignore-scripts`, execute: `${bun()} x`, peers: `${bun()} pm ls` },
};

function pnpm(): string {
  return `node "${join(TOOLS, "node_modules/pnpm/bin/pnpm.mjs")}"`;
}

/** Bun keeps packages by name and version: those of an earlier run had another content. */
function bun(): string {
  return `BUN_INSTALL_CACHE_DIR="${BUN_CACHE}" "${join(TOOLS, `node_modules/@oven/bun-${process.platform}-${process.arch}/bin/bun`)}"`;
}

/** @returns the folder that has a version of Node */
export const binaryOf = (version: string) => join(TOOLS, `node_modules/node-${version}/bin`);

export interface Release {
  registry: Registry;
  /** The commit of the template that the packages are made of. */
  template: string;
}

/** Publishes to a new registry what a release has. @param name of the copy of the project */
export async function publishRelease(name: string): Promise<Release> {
  const template = copyProject(name);
  commitCopy(template);
  const { version } = JSON.parse(readFileSync(join(template, "template/create/package.json"), "utf8"));
  const packed = join(template, "release");
  packRelease(template, `v${version}`, packed);
  expect(readdirSync(packed).sort()).toEqual([
    "build.cdx.json",
    `create-solid-auth-starter-${version}.tgz`,
    `solid-authjs-${version}.tgz`,
  ]);
  const registry = await openRegistry();
  for (const file of readdirSync(packed)) if (file.endsWith(".tgz")) registry.publish(join(packed, file));
  return { registry, template };
}

interface Registry {
  url: string;
  /** The text of an .npmrc that names the registry. */
  npmrc: string;
  publish(tarball: string): void;
  close(): Promise<void>;
}

async function openRegistry(): Promise<Registry> {
  mkdirSync(TOOLS, { recursive: true });
  writeFileSync(join(TOOLS, "package.json"), JSON.stringify(MANIFEST));
  expectDone("npm install --ignore-scripts --prefer-offline --no-audit --no-fund", TOOLS);

  const [folder, port] = [temporaryFolder(), await freePort()];
  const url = `http://127.0.0.1:${port}/`;
  // Each package that is published here is asked of no other registry.
  const own = Object.fromEntries(OWN.map((name) => [name, { access: "$all", publish: "$all" }]));
  const config = {
    storage: join(folder, "storage"),
    uplinks: { npmjs: { url: "https://registry.npmjs.org/" } },
    packages: { ...own, "**": { access: "$all", proxy: "npmjs" } },
    max_body_size: "50mb",
    log: { type: "stdout", format: "pretty", level: "warn" },
  };
  // JSON is YAML.
  writeFileSync(join(folder, "config.yaml"), JSON.stringify(config));
  const verdaccio = join(TOOLS, "node_modules/verdaccio/bin/verdaccio");
  const args = [verdaccio, "--config", join(folder, "config.yaml"), "--listen", `127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  // Asked to end, it waits for what its clients have left open, for minutes. Nothing of it is kept.
  atExit(() => child.kill("SIGKILL"));
  const answers = () => fetch(`${url}-/ping`).then(({ ok }) => ok, String);
  await expect.poll(answers, { timeout: 60_000 }).toBe(true);
  const npmrc = `registry=${url}\n//127.0.0.1:${port}/:_authToken=none\n`;
  return {
    url,
    npmrc,
    publish(tarball) {
      writeFileSync(join(folder, ".npmrc"), npmrc);
      expectDone(`npm publish "${tarball}"`, folder);
    },
    async close() {
      child.kill("SIGKILL");
      await ended(child);
    },
  };
}

function expectDone(command: string, cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, { cwd, shell: true, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
}
