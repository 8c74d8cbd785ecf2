// Sends Nitro's output to the application's log: where it listens, and errors that no code awaits. The server keeps
// running after such an error. Use it in a plugin of Nitro, in production.
//
// Upstream: nitro 3.0.260903-beta, runtime/internal/error/hooks.mjs, and srvx 1.0.8: both print to the console, with
// colours in a terminal, and an error with all that its message contains.
// Reported: nitrojs/nitro#3811 (errors of requests, which can be silenced since).
// Gain: safety. No address or token of an error is printed, and the log has one form throughout.
// It can go: when Nitro takes a logger.

import type { EventEmitter } from "node:events";
import { format, stripVTControlCharacters } from "node:util";

interface Log {
  info: (message: string) => void;
  error: (name: string, error: unknown) => void;
}

export function nitroOutput(log: Log): void {
  const print = (...values: unknown[]) => log.info(stripVTControlCharacters(format(...values)));
  Object.assign(console, { log: print, info: print, debug: print });
  reportEach("unhandledRejection", "unhandled rejection", log);
  reportEach("uncaughtException", "uncaught exception", log);
}

function reportEach(event: string, name: string, log: Log): void {
  const emitter: EventEmitter = process;
  const report = (error: unknown) => log.error(name, error);
  emitter.on(event, report);
  // Nitro adds its own handler after this one. That handler prints the error a second time.
  setImmediate(() => {
    const all = emitter.rawListeners(event);
    for (const later of all.slice(all.indexOf(report) + 1)) emitter.off(event, later as () => void);
  });
}
