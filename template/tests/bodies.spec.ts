// Request bodies: their size, speed and framing. Over raw sockets where the client misbehaves.

import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { App } from "../../tests/support/app.ts";
import { expect, test } from "../../tests/support/test.ts";

const MAX_BODY_BYTES = 64 * 1024;

/** Every kind of route that takes a POST, and one that does not. */
const PATHS = ["/api/auth/signin/email", "/api/auth/callback/passkey", "/_server?id=x", "/sign-in", "/no/such/page"];

/** @returns the whole response to raw bytes, once the server has closed the connection */
async function exchange(app: App, request: string, { stayOpen = false } = {}): Promise<string> {
  const { hostname, port } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(request);
  if (!stayOpen) socket.end();
  return text(socket);
}

const statusOf = (answer: string) => Number(answer.match(/^HTTP\/1\.1 (\d{3})/)?.[1]);

test("a body with a too large Content-Length is refused before it is read, with a message", async ({ app }) => {
  for (const path of PATHS) {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept: text/html\r\nConnection: close\r\n`;
    const answer = await exchange(app, `${head}Content-Length: ${MAX_BODY_BYTES + 1}\r\n\r\n`, { stayOpen: true });
    expect(statusOf(answer), path).toBe(413);
    expect(answer).toContain("larger than this site accepts.");
  }
});

test("a body without Content-Length is refused once it is too large", async ({ app }) => {
  const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  for (const path of PATHS) {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const answer = await exchange(app, head + chunk.repeat(5), { stayOpen: true });
    expect(statusOf(answer), path).toBe(413);
  }
});

test("a body that stops arriving times out after ten seconds, and other requests are served meanwhile", async ({
  app,
}) => {
  const head = "POST /api/auth/signin/email HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n";
  const started = Date.now();
  const exchanges = Array.from({ length: 50 }, () => exchange(app, `${head}email=`, { stayOpen: true }));
  const answered: string[] = [];
  void Promise.race(exchanges).then(() => answered.push("a body"));
  const trickling = Promise.all(exchanges);
  expect((await fetch(app.origin)).status).toBe(200);
  expect(answered).toEqual([]);
  for (const answer of await trickling) expect(statusOf(answer)).toBe(408);
  expect(Date.now() - started).toBeGreaterThan(9000);
});

test("a body that is cut off fails only its own request", async ({ app }) => {
  const head = "POST /api/auth/signin/email HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n";
  await exchange(app, `${head}email=`);
  expect((await fetch(`${app.origin}/api/health`)).status).toBe(200);
  expect(await app.log()).not.toMatch(/unhandled|uncaught/i);
});

test("headers and cookies above 16 KB are refused, as is malformed HTTP", async ({ app }) => {
  const cookie = `Cookie: a=${"x".repeat(20_000)}\r\n`;
  expect(statusOf(await exchange(app, `GET / HTTP/1.1\r\nHost: x\r\n${cookie}\r\n`))).toBe(431);
  expect(statusOf(await exchange(app, "GET / HTTP/1.1\r\n\r\n"))).toBe(400);
  expect(statusOf(await exchange(app, "rubbish\r\n\r\n"))).toBe(400);
  const both = "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n";
  expect(statusOf(await exchange(app, `POST / HTTP/1.1\r\nHost: x\r\n${both}\r\n0\r\n\r\n`))).toBe(400);
  expect((await fetch(`${app.origin}/api/health`)).status).toBe(200);
});
