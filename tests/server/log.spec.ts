// The log in production: a line of JSON per request and per event of an account.

import { randomUUID } from "node:crypto";
import type { LogEntry } from "../support/server-log.ts";
import { type App, expect, test } from "../support/test.ts";

/** The entries of a request that was answered. */
async function entriesOf(app: App, requestId: string): Promise<LogEntry[]> {
  return (await app.entries()).filter((entry) => entry.requestId === requestId);
}

const ANSWERS = { "/": 200, "/protected?token=x": 302, "//": 404, "/api/auth/nothing": 302 };

for (const [path, status] of Object.entries(ANSWERS))
  test(`a request of ${path} has one line, with its status and without its query`, async ({ app }) => {
    const requestId = randomUUID();
    await fetch(app.origin + path, {
      redirect: "manual",
      headers: { accept: "text/html", "x-request-id": requestId },
    });
    const plain = { level: "info", method: "GET", path: path.split("?")[0], status, requestId };
    const entries = (await entriesOf(app, requestId)).filter(({ msg }) => !msg);
    expect(entries).toEqual([{ ...plain, time: expect.any(String), ms: expect.any(Number) }]);
  });

test("what is requested every few seconds has no line at the level `info`", async ({ app }) => {
  for (const path of ["/api/health", "/api/sign-in-link"]) {
    const requestId = randomUUID();
    await fetch(app.origin + path, { headers: { "x-request-id": requestId } });
    expect(await entriesOf(app, requestId), path).toEqual([]);
  }
});

test("a request has the id that a trusted proxy sends, if it is plain", async ({ app, start }) => {
  const idOf = async (origin: string, given: string) =>
    (await fetch(origin, { headers: { "x-request-id": given } })).headers.get("x-request-id");
  expect(await idOf(app.origin, "4bf92f3577b34da6a3ce929d0e0e4736")).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
  for (const forged of ['x" forged="1', "x forged", "user@example.com", "x".repeat(65)])
    expect(await idOf(app.origin, forged), forged).toBeNull();
  expect(await idOf((await start({ TRUST_PROXY: undefined })).origin, "chosen")).toBeNull();
});
