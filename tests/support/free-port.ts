// A port for a server of the tests, where the system cannot choose one because its number is needed before.

import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atExit } from "./temporary.ts";

/** Below the range for outgoing connections. */
const LEAST_PORT = 20_000;
const PORTS = 12_000;

/** A file for each port that a process of the tests has, with its id: two runs on one machine never share a port. */
const RESERVED = join(tmpdir(), "solid-auth-ports");

/** A port that is free now, and that no process of the tests gets until this one ends. */
export async function freePort(): Promise<number> {
  const port = LEAST_PORT + randomInt(PORTS);
  if (!hasReserved(port) || !(await isFree(port))) return freePort();
  return port;
}

/** Reserves a port, unless a process that runs has it. */
function hasReserved(port: number): boolean {
  mkdirSync(RESERVED, { recursive: true });
  const file = join(RESERVED, String(port));
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch {
    const owner = Number(readOrEmpty(file));
    // The owner of the port was killed: the port is for the next attempt. A file without a number belongs to a process
    // that is just reserving it.
    if (owner > 0 && !isRunning(owner)) rmSync(file, { force: true });
    return false;
  }
  atExit(() => rmSync(file, { force: true }));
  return true;
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "localhost");
  const isListening = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!isListening) return false;
  server.close();
  await once(server, "close");
  return true;
}
