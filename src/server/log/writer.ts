// Writes log entries to standard output: JSON in production, readable text in development. Use log.ts: it redacts.

import "server-only";
import pino from "pino";
import { env, type LogLevel } from "../env";
import { readableEntry } from "./line";

/** Ids and numbers, which are not redacted. */
export type LogFields = Record<string, string | number | undefined>;

/** Entries wait this long at most, so that one system call writes many. Warnings and errors do not wait. */
const MAX_DELAY_MS = 10;
const MAX_BUFFER_LENGTH = 16 * 1024;

let logger: pino.Logger | undefined;

/** @param message undefined if the fields say everything */
export function writeEntry(level: LogLevel, message: string | undefined, fields: LogFields): void {
  logger ??= createLogger();
  logger[level](fields, message);
  if (level === "warn" || level === "error") flush();
}

/** Whether entries of this level are written. */
export function isWritten(level: LogLevel): boolean {
  logger ??= createLogger();
  return logger.isLevelEnabled(level);
}

function createLogger(): pino.Logger {
  const options: pino.LoggerOptions = {
    level: env().logLevel,
    // No process id and host name: the platform knows them.
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  };
  if (import.meta.env.DEV) return pino(options, { write: print });
  process.on("exit", flush);
  return pino(options, { write: buffer });
}

let waiting = "";
let timer: NodeJS.Timeout | undefined;

function buffer(line: string): void {
  waiting += line;
  if (waiting.length > MAX_BUFFER_LENGTH) flush();
  else timer ??= setTimeout(flush, MAX_DELAY_MS).unref();
}

/** Writes to Node's standard output and not to pino's: src/server/start.ts handles a reader that is gone. */
function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waiting === "") return;
  const lines = waiting;
  waiting = "";
  process.stdout.write(lines);
}

function print(line: string): void {
  const { level }: { level: LogLevel } = JSON.parse(line);
  console[level](readableEntry(line));
}
