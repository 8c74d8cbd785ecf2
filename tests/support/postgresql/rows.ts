// PostgreSQL with synchronous methods, so that tests read and write rows the same way on each engine. A thread talks to
// the server; the caller waits for it.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker, workerData } from "node:worker_threads";
import pg from "pg";
import { atExit } from "../temporary.ts";
import type { Rows, Value } from "../test-engine.ts";

interface Question {
  text: string;
  values: Value[];
}

/** @param url of a database */
export function openRows(url: string): Rows {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { url, port: port2, signal },
    transferList: [port2],
  });
  worker.unref();
  atExit(() => void worker.terminate());

  function ask(sql: string, values: Value[]): Record<string, unknown>[] {
    let number = 0;
    Atomics.store(signal, 0, 0);
    port1.postMessage({ text: sql.replaceAll("?", () => `$${++number}`), values } satisfies Question);
    Atomics.wait(signal, 0, 0);
    const { rows, error } = receiveMessageOnPort(port1)?.message ?? {};
    if (error) throw new Error(`${error}: ${sql}`);
    return rows;
  }

  return {
    prepare: (sql) => ({
      run: (...values) => void ask(sql, values),
      get: (...values) => ask(sql, values)[0],
      all: (...values) => ask(sql, values),
    }),
    exec: (sql) => void ask(sql, []),
    close: () => void worker.terminate(),
  };
}

/** The thread. */
async function answer({
  url,
  port,
  signal,
}: {
  url: string;
  port: MessagePort;
  signal: Int32Array<SharedArrayBuffer>;
}) {
  const TIMESTAMP = 1114;
  const COUNT = 20;
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  client.setTypeParser(TIMESTAMP, (text) => `${text.replace(" ", "T")}+00:00`);
  client.setTypeParser(COUNT, Number);
  await client.connect();
  port.on("message", async ({ text, values }: Question) => {
    const message = await client
      .query(text, values.length > 0 ? values : undefined)
      .then(({ rows }) => ({ rows }))
      .catch((error) => ({ error: String(error) }));
    port.postMessage(message);
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  });
}

if (workerData?.signal) await answer(workerData);
