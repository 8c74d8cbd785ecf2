// Writes log entries to standard output: JSON in production, readable text in development. Use index.ts instead, which
// removes addresses and tokens.

import "server-only";
import pino from "pino";
import { bufferedOutput } from "start-kit/buffered-output";
import { env, type LogLevel } from "~/server/env";
import { readableEntry } from "./line";

/** Ids and numbers, which stay unchanged. */
export type LogFields = Record<string, string | number | undefined>;

const output = import.meta.env.DEV ? { write: print, flush() {} } : bufferedOutput();
let logger: pino.Logger | undefined;

/** @param message the text; undefined if the fields say everything */
export function writeEntry(level: LogLevel, message: string | undefined, fields: LogFields): void {
  logger ??= createLogger();
  logger[level](fields, message);
  if (level === "warn" || level === "error") output.flush();
}

/** Whether entries of this level are written. */
export function isWritten(level: LogLevel): boolean {
  logger ??= createLogger();
  return logger.isLevelEnabled(level);
}

function createLogger(): pino.Logger {
  const options: pino.LoggerOptions = {
    level: env().logLevel,
    // Entries have no process id and host name, because the platform knows them.
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  };
  return pino(options, output);
}

function print(line: string): void {
  const { level }: { level: LogLevel } = JSON.parse(line);
  console[level](readableEntry(line));
}
