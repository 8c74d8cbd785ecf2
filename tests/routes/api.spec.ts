// The methods of API routes.

import { notFoundText } from "../../src/messages/errors.ts";
import { expect, test } from "../support/test.ts";

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
