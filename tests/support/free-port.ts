// A port for a server of the tests.

import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

/** Below the range for outgoing connections. */
const LEAST_PORT = 20_000;
/** Each process that runs tests has its own, so that two never choose the same port at the same time. */
const PORTS_OF_A_PROCESS = 2_000;
const PROCESSES = 6;

// Set by Playwright and by Vitest, for each of the processes that run tests beside each other.
const { TEST_PARALLEL_INDEX, VITEST_POOL_ID } = process.env;
const mine = TEST_PARALLEL_INDEX ? Number(TEST_PARALLEL_INDEX) + 1 : Number(VITEST_POOL_ID ?? 0);
const least = LEAST_PORT + (mine % PROCESSES) * PORTS_OF_A_PROCESS;
const given = new Set<number>();

/** A port that is free now, and that this process has not been given before. */
export async function freePort(): Promise<number> {
  const port = least + randomInt(PORTS_OF_A_PROCESS);
  if (given.has(port)) return freePort();
  given.add(port);
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
