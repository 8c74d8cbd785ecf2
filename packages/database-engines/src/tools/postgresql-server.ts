// Runs a temporary PostgreSQL server in a separate folder, with the programs on this machine.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const DEBIAN_FOLDER = "/usr/lib/postgresql";

/** @returns the folder of initdb and postgres; undefined if PostgreSQL is not on this machine */
export function postgreSqlPrograms(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a)) : [];
  const config = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim() ?? "";
  return [...versions.map((version) => join(DEBIAN_FOLDER, version, "bin")), config].find(
    (folder) => folder && ["initdb", "postgres"].every((program) => existsSync(join(folder, program))),
  );
}

/** PostgreSQL refuses to run as root. @returns the user of Debian's package in that case */
export function postgreSqlUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

/** @param use gets the server's URL; clients reach the server only through its folder */
export async function withPostgreSql(programs: string, use: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "postgresql-"));
  const user = postgreSqlUser();
  if (user.uid && user.gid) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  const flags = ["-D", "data", "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const { status, stderr } = spawnSync(join(programs, "initdb"), flags, { ...options, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const server = spawn(join(programs, "postgres"), ["-D", "data", "-k", folder, "-h", "", "-F"], options);
  const ended = once(server, "exit");
  try {
    for await (const line of createInterface(server.stderr)) if (line.includes("ready to accept connections")) break;
    await use(`postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`);
  } finally {
    server.stderr.resume();
    server.kill("SIGQUIT");
    await ended;
    rmSync(folder, { recursive: true });
  }
}
