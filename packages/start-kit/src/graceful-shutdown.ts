// Runs Node's server from its start to its stop. If it cannot listen, the application says why. On SIGTERM and SIGINT
// it takes no new connections, finishes running requests and ends within the limit. A second signal, more than a second
// later, ends it at once. Use it in a plugin of Nitro, in production.
//
// Upstream: srvx 1.0.8, _plugins.mjs (gracefulShutdownPlugin): on a signal it calls Node's `close()`, which cuts
// answers that are on their way. After it, an outgoing call that hangs keeps the process alive for minutes. srvx prints
// an error with a stack if its port is taken. Reported: not yet. Gain: safety. A restart loses no request, and ends
// within the limit. It can go: when srvx finishes the answers on their way, and ends at its limit and at a second
// signal.

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import type { NitroApp } from "nitro/types";

/** Node's name for the event of a server that begins to listen. */
const LISTEN = "tracing:net.server.listen:asyncStart";

/**
 * An idle connection may have a request on its way: a proxy sends it before it learns that the connection was closed.
 */
const IDLE_MS = 1000;
const IDLE_CHECK_MS = 100;

/**
 * A signal to a group of processes, such as Ctrl+C in a terminal, also reaches npm, which passes it on. So one signal
 * comes twice.
 */
const SAME_SIGNAL_MS = 1000;

export interface GracefulShutdownOptions {
  log: Record<"info" | "warn", (message: string) => void> & { error: (message: string, error: unknown) => void };
  /** How long running requests may take after a signal. */
  seconds: number;
  /** Gets Node's error. */
  cannotListen: (error: NodeJS.ErrnoException) => void;
}

/** @param app calls its hook "close" when all connections are closed */
export function gracefulShutdown({ hooks }: NitroApp, options: GracefulShutdownOptions): void {
  // With the variable CI, srvx leaves the signals to this code. With TEST, srvx does not report that it listens.
  process.env.CI = "true";
  delete process.env.TEST;
  // srvx makes the server later and does not return it. Serverless platforms have no server.
  subscribe(LISTEN, function found(message) {
    unsubscribe(LISTEN, found);
    const { server } = message as { server: Server };
    server.once("error", options.cannotListen);
    server.once("listening", () => server.off("error", options.cannotListen));
    stopOnSignals(server, options, async () => hooks?.callHook("close"));
  });
}

function stopOnSignals(server: Server, { log, seconds }: GracefulShutdownOptions, cleanUp: () => Promise<void>): void {
  /** The last answer on each open connection. */
  const answers = new Map<Socket, ServerResponse | undefined>();
  let stoppedAt: number | undefined;

  // With TLS, a request's socket is the encrypted one.
  server.on(server instanceof TlsServer ? "secureConnection" : "connection", (socket: Socket) => {
    answers.set(socket, undefined);
    socket.once("close", () => answers.delete(socket));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, answer: ServerResponse) => {
    answers.set(socket, answer);
    if (stoppedAt !== undefined) closeAfter(answer);
  });

  function stop(signal: NodeJS.Signals): void {
    if (stoppedAt !== undefined) {
      if (performance.now() - stoppedAt < SAME_SIGNAL_MS) return;
      log.warn(`stopping: ${signal} again, so the server ends at once`);
      process.exit(1);
    }
    stoppedAt = performance.now();
    log.info(`stopping: ${signal}, running requests have ${seconds} seconds`);
    setTimeout(endAtLimit, seconds * 1000).unref();
    for (const answer of answers.values()) if (answer) closeAfter(answer);
    server.once("close", () => {
      clearInterval(idleCheck);
      log.info("stopping: all connections are closed");
      cleanUp().catch((error) => log.error("stopping", error));
    });
    // First, the server accepts the connections that the system already holds. `close` of an HTTP server cuts off
    // answers.
    setImmediate(() => NetServer.prototype.close.call(server));
    const idleSince = Date.now() + IDLE_MS;
    const idleCheck = setInterval(() => {
      if (Date.now() < idleSince) return;
      for (const [socket, answer] of answers) if (!answer || answer.writableFinished) socket.destroy();
    }, IDLE_CHECK_MS);
  }

  function endAtLimit(): void {
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
