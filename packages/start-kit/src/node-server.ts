// Stops the server on SIGTERM and SIGINT: it takes no new connections, finishes the requests that are running and ends
// within the limit. It replaces the shutdown of srvx (src/server/start.ts), which calls Node's `close()`: that cuts
// answers that are still on their way. And after it, an outgoing call that hangs keeps the process alive for minutes.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { log } from "./log";
import { SHUTDOWN_SECONDS } from "./time-limits";

/**
 * On a connection that idles, a request may be on its way: a proxy sends it before it learns that the connection was
 * closed.
 */
const IDLE_MS = 1000;
const IDLE_CHECK_MS = 100;

/**
 * @param server before it listens
 * @param cleanUp called when all connections are closed
 */
export function stopOnSignals(server: Server, cleanUp: () => Promise<void>): void {
  /** The last answer on each open connection. */
  const answers = new Map<Socket, ServerResponse | undefined>();
  let isStopping = false;

  server.on("connection", (socket: Socket) => {
    answers.set(socket, undefined);
    socket.once("close", () => answers.delete(socket));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, answer: ServerResponse) => {
    answers.set(socket, answer);
    if (isStopping) closeAfter(answer);
  });

  function stop(signal: NodeJS.Signals): void {
    if (isStopping) {
      log.warn(`stopping: ${signal} again, so the server ends at once`);
      process.exit(1);
    }
    isStopping = true;
    const seconds = Number(process.env.SERVER_SHUTDOWN_TIMEOUT) || SHUTDOWN_SECONDS;
    log.info(`stopping: ${signal}, running requests have ${seconds} seconds`);
    setTimeout(endAtLimit, seconds * 1000, seconds).unref();
    for (const answer of answers.values()) if (answer) closeAfter(answer);
    server.once("close", () => {
      clearInterval(idleCheck);
      log.info("stopping: all connections are closed");
      cleanUp().catch((error) => log.error("stopping", error));
    });
    // First, the connections that the system has taken are accepted. The `close` of HTTP would cut answers.
    setImmediate(() => NetServer.prototype.close.call(server));
    const idleSince = Date.now() + IDLE_MS;
    const idleCheck = setInterval(() => {
      if (Date.now() < idleSince) return;
      for (const [socket, answer] of answers) if (!answer || answer.writableFinished) socket.destroy();
    }, IDLE_CHECK_MS);
  }

  function endAtLimit(seconds: number): void {
    const running = [...answers.values()].filter((answer) => answer && !answer.writableFinished).length;
    log.warn(`stopping: the server ends after ${seconds} seconds, without an answer to ${running} requests`);
    process.exit(0);
  }

  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** Node closes the connection when the answer has been sent. */
function closeAfter(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader("connection", "close");
}
