// What a server writes. A test that reads it asks the server first for something that leaves a mark, and waits for the
// mark: the lines about all that was answered before are there then.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { readableEntry } from "../../src/server/log/line.ts";
import { waitFor } from "./wait-for.ts";

/** An entry: one line of JSON with the fields of src/server/log/index.ts. */
export type LogEntry = Record<string, unknown>;

export interface ServerLog {
  /** All that was written until now, on standard output and standard error. Log entries are in the form for people. */
  log: () => Promise<string>;
  /** The log entries themselves. */
  entries: () => Promise<LogEntry[]>;
  /** What has arrived of it, for servers that cannot be asked. */
  arrived: () => string;
}

/** What all servers of this process have written. */
let everything = "";
export const arrivedFromAll = () => everything;

/** Requests of such a path leave the marks. There is no such route, and the log has a line for each request. */
const MARK = /^\/api\/mark-\d+$/;
let marks = 0;

/** @param server with piped output. @param origin where it can be asked */
export function readLog(server: ChildProcess, origin: string): ServerLog {
  let log = "";
  const entries: LogEntry[] = [];
  const seen = new Set<unknown>();
  const closed = once(server, "close");
  if (server.stdout)
    createInterface(server.stdout).on("line", (line) => {
      const entry: LogEntry | undefined = line.startsWith("{") ? JSON.parse(line) : undefined;
      if (MARK.test(String(entry?.path))) return void seen.add(entry?.path);
      if (entry) entries.push(entry);
      write(`${entry ? readableEntry(line) : line}\n`);
    });
  server.stderr?.on("data", write);

  function write(text: string | Buffer): void {
    log += text;
    everything += text;
  }

  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;

  async function askedForMark(): Promise<void> {
    const path = `/api/mark-${++marks}`;
    const isAnswered =
      !hasEnded() &&
      (await fetch(origin + path).then(
        () => true,
        () => false,
      ));
    // A server that stops no longer answers. It has written all once it has ended.
    if (isAnswered) await waitFor(`line about ${path}`, () => seen.has(path) || hasEnded() || undefined);
    if (!isAnswered || hasEnded()) await closed;
  }

  return {
    log: async () => {
      await askedForMark();
      return log;
    },
    entries: async () => {
      await askedForMark();
      return entries;
    },
    arrived: () => log,
  };
}
