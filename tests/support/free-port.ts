// A port for a server of the tests.

import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

const LEAST_PORT = 20_000;
const END_OF_PORTS = 32_000;

/**
 * A port that is free now, below the range for outgoing connections. It may be taken before it is used.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(LEAST_PORT, END_OF_PORTS);
  const server = createServer().listen(port, "localhost");
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, "close");
  return port;
}
