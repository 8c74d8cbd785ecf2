// An owner's API routes behind nginx, as docs/deploy/server.md configures it: every method, CORS, a large body and a
// stream.

import type { ChildProcess } from "node:child_process";
import { type App, ended, freePort, startApp, withoutRequests } from "../../tests/support/app.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { expect, test } from "../../tests/support/test.ts";
import { plainConfiguration, startNginx } from "./support/nginx.ts";
import { MAX_BODY_BYTES, OTHER_ORIGIN } from "./support/own-routes.ts";
import { LAB } from "./support/variants.ts";

let app: App;
let nginx: ChildProcess;
/** The public origin. */
let origin: string;

test.beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  app = await startApp(buildVariant(LAB), { AUTH_URL: origin });
  nginx = startNginx(plainConfiguration(port, [new URL(app.origin).host.replace("localhost", "127.0.0.1")]));
  await expect.poll(() => fetch(`${origin}/api/health`).then(({ status }) => status, String)).toBe(200);
});

test.afterAll(async () => {
  await ended(nginx);
  await app.stop();
});

test("a route answers another site's preflight with its own headers, and its call with a bearer token", async () => {
  const elsewhere = { origin: OTHER_ORIGIN, "sec-fetch-site": "cross-site" };
  const preflight = await fetch(`${origin}/api/notes/7`, {
    method: "OPTIONS",
    headers: {
      ...elsewhere,
      "access-control-request-method": "PUT",
      "access-control-request-headers": "authorization",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe(OTHER_ORIGIN);
  const put = (headers: Record<string, string>) =>
    fetch(`${origin}/api/notes/7`, { method: "PUT", headers: { ...elsewhere, ...headers }, body: "x" });
  const allowed = await put({ authorization: "Bearer token" });
  expect(allowed.status).toBe(200);
  expect(allowed.headers.get("access-control-allow-origin")).toBe(OTHER_ORIGIN);
  expect((await put({ cookie: "authjs.session-token=x" })).status).toBe(403);
  expect((await put({})).status).toBe(403);
});

test("a route gets the body of every method that it exports, up to the limit, whose message reaches the client", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const path = method === "POST" ? "/api/upload" : "/api/notes/7";
    const send = (bytes: number) =>
      fetch(origin + path, { method, headers: { accept: "text/html" }, body: Buffer.alloc(bytes, "x") });
    const taken = await (await send(MAX_BODY_BYTES)).json();
    const body = "x".repeat(MAX_BODY_BYTES);
    expect(taken, method).toEqual(method === "POST" ? { bytes: MAX_BODY_BYTES } : { method, id: "7", body });
    const refused = await send(MAX_BODY_BYTES + 1);
    expect(refused.status, method).toBe(413);
    expect(await refused.text(), method).toContain("larger than this site accepts.");
  }
  const response = await fetch(`${origin}/api/notes/7`, { method: "POST" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"]);
});

test("server-sent events arrive at once, and a client that leaves is no error", async () => {
  const seen = (await app.log()).length;
  for (const from of [origin, app.origin]) {
    const response = await fetch(`${from}/api/events`);
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    // nginx would collect them until it has 16 KB, and so would pass on many of them together.
    expect(new TextDecoder().decode(value), from).toMatch(/^data: begun\n\n/);
    expect(value?.length, from).toBeLessThan(1024);
    await reader?.cancel();
  }
  // A stream that goes on without its client would be cut at the limit, with a warning.
  await app.terminate();
  expect(withoutRequests((await app.log()).slice(seen)).filter((entry) => !entry.includes(" info stopping: "))).toEqual(
    [],
  );
});
