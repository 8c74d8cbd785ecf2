// The methods of API routes, and who may call them: from this site, with a bearer token, and from other sites.

import { notFoundText } from "../../src/messages/errors.ts";
import { expect, test } from "../support/test.ts";

const ELSEWHERE = { origin: "https://other.example", "sec-fetch-site": "cross-site" };
const BEARER = { authorization: "Bearer token" };
const form = () => new URLSearchParams({ theme: "dark" });

test("an unknown path under /api is a 404 in JSON, for every method and also for browsers", async ({ app }) => {
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    for (const path of ["/api/nothing", "/api/health/more", "/api"]) {
      const response = await fetch(app.origin + path, { method, headers: { accept: "text/html" } });
      expect(response.status, `${method} ${path}`).toBe(404);
      expect(await response.json(), `${method} ${path}`).toMatchObject({
        message: `${notFoundText.title}. ${notFoundText.text}`,
      });
    }
});

test("a method that a route does not export is a 405 in JSON that names the others", async ({ app }) => {
  for (const [path, method, allow] of [
    ["/api/theme", "GET", "POST"],
    ["/api/theme", "DELETE", "POST"],
    ["/api/health", "POST", "GET, HEAD"],
    ["/api/health/", "OPTIONS", "GET, HEAD"],
    ["/api/auth/session", "PUT", "GET, HEAD, POST"],
    ["/", "PUT", "GET, HEAD, POST"],
    ["/account/data", "DELETE", "GET, HEAD"],
  ] as const) {
    const response = await fetch(app.origin + path, { method });
    expect([response.status, response.headers.get("allow")], `${method} ${path}`).toEqual([405, allow]);
    expect(response.headers.get("content-type"), path).toContain("application/json");
  }
});

test("another site gets through to an API route with a bearer token, and not with a cookie", async ({ app }) => {
  const statusOf = async (headers: Record<string, string>) =>
    (await fetch(`${app.origin}/api/theme`, { method: "POST", headers, body: form() })).status;
  expect(await statusOf({})).toBe(204);
  expect(await statusOf({ ...ELSEWHERE, ...BEARER })).toBe(204);
  expect(await statusOf(ELSEWHERE)).toBe(403);
  expect(await statusOf({ ...ELSEWHERE, ...BEARER, cookie: "authjs.session-token=x" })).toBe(403);
  // A browser repeats such a password by itself.
  expect(await statusOf({ ...ELSEWHERE, authorization: "Basic dXNlcjpwYXNzd29yZA==" })).toBe(403);
});
