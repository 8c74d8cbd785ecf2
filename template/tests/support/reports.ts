// The reports of template/upstream as applications: the bare one of template/upstream/app, with the blocks of code of a
// report. A block's first line has the path of its file.

import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { ended, freePort, root, waitFor } from "../../../tests/support/app.ts";
import { atExit } from "../../../tests/support/temporary.ts";

const REPORTS = join(root, "template/upstream");
const COPIES = join(root, ".copies/upstream");
const BLOCK = /^```\w+ (\S+)(?: in (\S+))?\n([\s\S]*?)^```$/gm;
const VITE = join(root, "node_modules/vite/bin/vite.js");

/** What is printed once requests are answered. */
const LISTENING = /listening on|Local:/i;

export interface Running {
  origin: string;
  /** What it has printed. */
  output: () => string;
  pid: number;
  exit: Promise<number | null>;
  stop: () => Promise<void>;
}

/** @returns the path of a package's package.json, of the version that the server runs */
export function packageJson(name: string): string {
  const path = findPackageJSON(name, join(root, "node_modules/nitro/package.json"));
  if (!path) throw new Error(`The package ${name} is not installed.`);
  return path;
}

/**
 * Writes the files of a report.
 *
 * @param version the further files of this version: the blocks that end in "in version"
 * @param folder the name of the folder, which is part of some faults
 * @returns the path of the folder
 */
export function filesOf(report: string, version?: string, folder = report): string {
  const path = join(COPIES, folder);
  rmSync(path, { recursive: true, force: true });
  cpSync(join(REPORTS, "app"), path, { recursive: true });
  // Nitro's own, which is what the server runs. Others are found in the project's node_modules, above the folder.
  mkdirSync(join(path, "node_modules"));
  symlinkSync(dirname(packageJson("srvx")), join(path, "node_modules/srvx"), "junction");
  const text = readFileSync(join(REPORTS, `${report}.md`), "utf8");
  for (const [, file = "", only, code = ""] of text.matchAll(BLOCK)) {
    if (only && only !== version) continue;
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), code);
  }
  return path;
}

/** Builds the application of a report. The parameters are those of {@link filesOf}. */
export function built(...args: Parameters<typeof filesOf>): string {
  const folder = filesOf(...args);
  const { status, stdout, stderr } = spawnSync(process.execPath, [VITE, "build"], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);
  return folder;
}

/** Starts the build of an application. */
export const startBuild = (folder: string, env?: Record<string, string>, flags: string[] = []) =>
  start(folder, [...flags, ".output/server/index.mjs"], env);

/** Starts the development server of an application. */
export const startVite = (folder: string) =>
  start(folder, [VITE, "--host", "127.0.0.1", "--strictPort", "--port", "$PORT"]);

/** Starts a script of a report with Node, and waits until it listens. */
export async function start(folder: string, args: string[], env: Record<string, string> = {}): Promise<Running> {
  const port = String(await freePort());
  // Under CI and TEST, srvx stops and prints in other ways.
  const child = spawn(
    process.execPath,
    args.map((arg) => arg.replace("$PORT", port)),
    { cwd: folder, env: { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: port, ...env } },
  );
  atExit(() => child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  await waitFor(`server in ${folder}, which says: ${output}`, () => LISTENING.test(output) || undefined);
  return {
    origin: `http://127.0.0.1:${port}`,
    output: () => output,
    pid: child.pid ?? 0,
    exit,
    stop: () => ended(child),
  };
}
