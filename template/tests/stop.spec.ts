// SIGTERM: requests that can finish do, no connection is cut while its request is answered, and the process ends within
// the limit.

import { once } from "node:events";
import { Agent, get, type IncomingMessage, type RequestOptions, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { type App, startApp } from "../../tests/support/app.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { type Peer, serve } from "../../tests/support/peer.ts";
import { expect, test } from "../../tests/support/test.ts";
import { LAB } from "./support/variants.ts";

const LIMIT_SECONDS = 2;
const LARGE_LENGTH = 20_000_000;
const KEEP_ALIVE_CLIENTS = 8;

/** A server that answers when the test says so. */
let peer: Peer;
/** What it has been asked. */
let asked: ServerResponse[];
let app: App;

async function start(limitSeconds: number): Promise<void> {
  asked = [];
  // The answer's headers are passed on.
  peer = await serve(() => (_, reply) => asked.push(reply.setHeader("connection", "close")));
  app = await startApp(buildVariant(LAB), { PEER_URL: peer.url, SERVER_SHUTDOWN_TIMEOUT: String(limitSeconds) });
}

test.afterEach(async () => {
  await peer.close();
  await app.stop();
});

/** Sends a request. @returns the answer, whose body is not read yet */
async function send(path: string, options: RequestOptions = {}): Promise<IncomingMessage> {
  const [answer] = await once(get(app.origin + path, options), "response");
  return answer;
}

/** Signals the server, and waits until it takes no new connections. */
async function signal(): Promise<void> {
  process.kill(app.pid, "SIGTERM");
  // A page could be one more request that is running.
  const health = `${app.origin}/api/health`;
  await expect.poll(() => fetch(health).then(({ status }) => status, String)).toMatch(/failed/);
}

/** Opens a connection that got an answer and is idle. */
async function idleConnection(): Promise<Socket> {
  const { hostname, port } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  socket.write("GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(socket, "data");
  return socket.resume();
}

test("a hung call, one whose client is gone, an endless stream and idle connections end within the limit, and the log stays JSON", async () => {
  await start(LIMIT_SECONDS);
  const hung = send("/api/wait").catch(() => "cut");
  const stream = await send("/api/events");
  stream.on("error", () => {}).resume();
  await idleConnection();
  await expect.poll(() => asked.length).toBe(1);
  const left = get(`${app.origin}/api/wait`).on("error", () => {});
  await expect.poll(() => asked.length).toBe(2);
  left.destroy();
  await signal();
  expect(await app.exit).toBe(0);
  expect(await hung).toBe("cut");
  const [, ...afterwards] = (await app.log()).split(/(?=^\S+ info stopping: SIGTERM)/m);
  expect(afterwards.join("")).toMatch(
    /warn stopping: the server ends after 2 seconds, without an answer to [23] requests/,
  );
  expect(afterwards.join("").match(/\n(?!\d{4}-)./)).toBeNull();
  expect(await app.log()).not.toContain("\u001b");
});

test("a second signal, more than a moment later, ends the server at once", async () => {
  await start(10 * 60);
  const hung = send("/api/wait").catch(() => "cut");
  await expect.poll(() => asked.length).toBe(1);
  let code: number | null | undefined;
  app.exit.then((exitCode) => {
    code = exitCode;
  });
  await expect
    .poll(() => {
      if (code === undefined) process.kill(app.pid, "SIGTERM");
      return code;
    })
    .toBe(1);
  expect(await hung).toBe("cut");
});

test("an answer, a stream and a slow download that have begun are finished, an idle connection is closed, and clients that keep their connection get every answer, the last one with Connection: close", async () => {
  await start(10 * 60);
  let answered = 0;
  let isClosing = false;

  /** Sends one request after another on one connection, until the server says that it closes it. */
  async function client(): Promise<string> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const answer = await send("/api/auth/session", { agent });
      const body = await text(answer);
      if (answer.statusCode !== 200 || body !== "null") return `${answer.statusCode} ${body}`;
      answered++;
      if (answer.headers.connection === "close") return isClosing ? "closed" : "closed too early";
    }
  }

  const waiting = send("/api/wait");
  const relayed = await send("/api/relay");
  // The download's client does not read: Node has passed all of it to the socket, and most of it is still there.
  const download = await send("/api/large");
  const idle = await idleConnection();
  await expect.poll(() => asked.length).toBe(2);
  const closed = once(idle, "close");
  const clients = Array.from({ length: KEEP_ALIVE_CLIENTS }, client);
  await expect.poll(() => answered).toBeGreaterThan(10 * KEEP_ALIVE_CLIENTS);
  isClosing = true;
  await signal();
  expect(await Promise.all(clients)).toEqual(clients.map(() => "closed"));
  await closed;
  for (const reply of asked) reply.end("and ended");
  expect(await text(await waiting)).toBe("and ended");
  expect((await waiting).headers.connection).toBe("close");
  expect(await text(relayed)).toBe("begun, and ended");
  expect((await text(download)).length).toBe(LARGE_LENGTH);
  expect(await app.exit).toBe(0);
});
