// A server with TLS that answers /wait when its input ends. It prints its port, and that a request waits.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { gracefulShutdown } from "../../src/graceful-shutdown.ts";

const [key = "", cert = ""] = process.argv.slice(2);
const silent = () => {};
gracefulShutdown({} as never, {
  log: { info: silent, warn: silent, error: silent },
  seconds: 60,
  cannotListen: (error) => {
    throw error;
  },
});
const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, async (request, answer) => {
  if (request.url === "/wait") {
    console.log("waits");
    await once(process.stdin.resume(), "end");
  }
  answer.end("finished");
});
server.listen(0, "localhost", () => {
  const address = server.address();
  console.log(typeof address === "object" && address?.port);
});
