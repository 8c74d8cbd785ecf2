// A port for a server of the tests, where the system cannot choose one because its number is needed before.

import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasReserved } from "./reserved.ts";

/** Below the range for outgoing connections. */
const LEAST_PORT = 20_000;
const PORTS = 12_000;

/** A file for each port that a process of the tests has, with its id: two runs on one machine never share a port. */
const RESERVED = join(tmpdir(), "solid-auth-ports");

/** A port that is free now, and that no process of the tests gets until this one ends. */
export async function freePort(): Promise<number> {
  const port = LEAST_PORT + randomInt(PORTS);
  if (!hasReserved(join(RESERVED, String(port))) || !(await isFree(port))) return freePort();
  return port;
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
