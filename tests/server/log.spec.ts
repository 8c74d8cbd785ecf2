// The log in production: a line of JSON per request and per event of an account.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { type App, root, SECRET, startApp, waitFor } from "../support/app.ts";
import type { LogEntry } from "../support/server-log.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { expect, test } from "../support/test.ts";

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

/** Requested every few seconds, so they are no entries at level `info`. */
const POLLED = ["/api/health", "/api/sign-in-link"];

test("standard output is JSON from the first line to the last", { tag: "@email" }, async ({ app }) => {
  const env = { AUTH_SECRET: SECRET, AUTH_URL: "http://127.0.0.1", DATABASE_URL: app.databaseUrl };
  const mail = { EMAIL_SERVER: app.mailbox.url, EMAIL_FROM: "sign-in@example.org" };
  const child = spawn(process.execPath, [join(root, ".output/server/index.mjs")], {
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: "0", ...env, ...mail },
  });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  try {
    const origin = await waitFor("line that it listens", () => said.match(/istening on:? (http:[^\s"]+?)\/?"/)?.[1]);
    // A connection that stays open would delay the exit.
    const headers = { connection: "close", accept: "text/html", "content-type": "application/json" };
    for (const path of ["/", "/no/such/page", "/%ff", ...POLLED]) await fetch(origin + path, { headers });
    for (const body of ["{", "[".repeat(60_000), `{"email":"a@b.example"}`])
      await fetch(`${origin}/api/auth/signin/email`, { method: "POST", headers, body, redirect: "manual" });
    const exit = once(child, "close");
    child.kill("SIGTERM");
    await exit;
  } finally {
    child.kill("SIGKILL");
  }
  const lines = said.trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: "info", time: expect.any(String) });
  for (const path of POLLED) expect(said).not.toContain(path);
});

test("a request has the id that a trusted proxy sends, if it is plain", async ({ app }) => {
  const idOf = async (origin: string, given: string) =>
    (await fetch(origin, { headers: { "x-request-id": given } })).headers.get("x-request-id");
  expect(await idOf(app.origin, "4bf92f3577b34da6a3ce929d0e0e4736")).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
  for (const forged of ['x" forged="1', "x forged", "user@example.com", "x".repeat(65)])
    expect(await idOf(app.origin, forged), forged).toBeNull();
  const withoutProxy = await startApp(root, { TRUST_PROXY: undefined });
  try {
    expect(await idOf(withoutProxy.origin, "chosen")).toBeNull();
  } finally {
    await withoutProxy.stop();
  }
});
