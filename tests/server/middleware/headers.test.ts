// What caches may store of an answer.

import { beforeAll, expect, it } from "vitest";
import { newDatabase } from "../../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../../support/request";

const OF_SHARED = ["cdn-cache-control", "vercel-cdn-cache-control", "surrogate-control", "x-accel-expires"];

beforeAll(async () => {
  useApplication({ url: await newDatabase() });
});

it("a page that a route lets caches store is stored for visitors alone, and no user's", async () => {
  const { headers: middleware } = await import("~/server/middleware/headers");
  for (const [cookie, type, expected] of [
    ["authjs.session-token=b", "text/html", "no-store"],
    ["theme=dark", "text/html", "public"],
    ["authjs.session-token=b", "application/json", "public"],
  ] as const) {
    const req = new Request(ORIGIN, { headers: { cookie } });
    const res = { headers: new Headers({ "content-type": type, "cache-control": "public" }) };
    await inRequest(req, () => middleware({ req, res } as never, () => "answer"));
    expect(res.headers.get("cache-control"), `${cookie} ${type}`).toBe(expected);
  }
});

it.each([
  ["public, max-age=60", "authjs.session-token=b; Path=/", "no-store", null],
  ["max-age=60", "authjs.session-token.0=b", "no-store", null],
  ["private, max-age=60", "authjs.session-token=b", "private, max-age=60", null],
  ["public, max-age=60", "own=session-token", "public, max-age=60", "public, max-age=60"],
  ["", "", "no-store", null],
])("an answer with the cache-control %j and the cookie %j leaves with %j", async (own, cookie, expected, ofCdns) => {
  const { headers: middleware } = await import("~/server/middleware/headers");
  const request = new Request(`${ORIGIN}/feed`);
  const res = { headers: new Headers() };
  await inRequest(request, () =>
    middleware({ req: request, res } as never, () => {
      if (own) for (const name of ["cache-control", ...OF_SHARED]) res.headers.set(name, own);
      if (cookie) res.headers.append("set-cookie", cookie);
      return "answer";
    }),
  );
  expect(res.headers.get("cache-control")).toBe(expected);
  for (const name of OF_SHARED) expect(res.headers.get(name), name).toBe(ofCdns);
});
