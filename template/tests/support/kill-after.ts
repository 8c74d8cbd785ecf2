// Loaded into a server before its own code (`node --import`): a request with the header "x-kill-after: 3" kills the
// process as the third statement that writes has run. Nothing is flushed or closed, as with a power failure of the
// process.

import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { Socket } from "node:net";

const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5]);

let left = Number.POSITIVE_INFINITY;

subscribe("http.server.request.start", (message) => {
  const header = (message as { request: IncomingMessage }).request.headers["x-kill-after"];
  if (header) left = Number(header);
});

function count(): void {
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
}

const isRead = (sql: string) => /^\s*(SELECT|PRAGMA)/i.test(sql);

type Run = (...values: unknown[]) => unknown;

/** The server's own copy of the driver for SQLite. */
const { prototype } = createRequire(process.argv[1] ?? "")("better-sqlite3");
const prepare: (sql: string) => Record<"run" | "get" | "all", Run> = prototype.prepare;

prototype.prepare = function (sql: string) {
  const statement = prepare.call(this, sql);
  if (isRead(sql)) return statement;
  for (const name of ["run", "get", "all"] as const) {
    const run = statement[name];
    statement[name] = (...values) => {
      const result = run.apply(statement, values);
      count();
      return result;
    };
  }
  return statement;
};

/** PostgreSQL reports the end of each statement with its kind, and that it is ready for the next one. */
const push = Socket.prototype.push;
const { port } = new URL(process.env.DATABASE_URL ?? "");

Socket.prototype.push = function (chunk: Buffer | null, ...more) {
  const isEnd = chunk !== null && String(this.remotePort) === port && chunk.subarray(-6, -1).equals(READY_FOR_QUERY);
  if (isEnd && !chunk.includes("SELECT ")) count();
  return push.call(this, chunk, ...more);
};
