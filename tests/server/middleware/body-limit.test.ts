// The limit of a request's body in app.config.ts.

import { expect, it, vi } from "vitest";
import appConfig from "../../../app.config";
import { bodyLimit } from "../../../packages/start-kit/src/body-limit";
import { openDatabase } from "../../support/adapter";
import { useApplication } from "../../support/request";

it("a body gets 413 if it is longer than the configuration allows, and reaches nothing else", async () => {
  useApplication(await openDatabase());
  const { bodies: options } = await import("~/server/middleware/body-limit");
  const middleware = bodyLimit(options);
  const next = vi.fn(() => "the page");
  const request = (length: number) => new Request("http://localhost", { method: "POST", body: "x".repeat(length) });
  const refused = (await middleware({ req: request(appConfig.maxBodyBytes + 1) } as never, next)) as Response;
  // A closed connection would fail a browser that is still sending, before it reads the page.
  expect([refused.status, refused.headers.get("connection")]).toEqual([413, null]);
  expect(next).not.toHaveBeenCalled();
  expect(await middleware({ req: request(appConfig.maxBodyBytes) } as never, next)).toBe("the page");
});
