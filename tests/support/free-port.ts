// A port for a server of the tests, where the system cannot choose one because its number is needed before.

import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";

/** Below the range for outgoing connections. */
const LEAST_PORT = 20_000;
const PAIRS = 6_000;

/**
 * A port that is free now, and that no process of the tests gets until this one ends: meanwhile this one listens on the
 * port after it.
 */
export async function freePort(): Promise<number> {
  const port = LEAST_PORT + 2 * randomInt(PAIRS);
  const mark = await listenOn(port + 1);
  const server = mark && (await listenOn(port));
  if (!server) {
    mark?.close();
    return freePort();
  }
  mark.unref();
  server.close();
  await once(server, "close");
  return port;
}

/** @returns undefined if the port is taken */
async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, "localhost");
  return once(server, "listening").then(
    () => server,
    () => undefined,
  );
}
