// What caches may store of an answer.

import { beforeAll, expect, it } from "vitest";
import { newDatabase } from "../../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../../support/request";

const OF_SHARED = ["cdn-cache-control", "vercel-cdn-cache-control", "surrogate-control", "x-accel-expires"];

beforeAll(async () => {
  useApplication({ url: await newDatabase() });
});

const [SESSION, HTML] = ["authjs.session-token=b", "text/html"];

it.each([
  ["public", "", SESSION, HTML, "no-store", null],
  ["public", "", "theme=dark", HTML, "public", "public"],
  ["public", "", SESSION, "application/json", "public", "public"],
  ["public, max-age=60", `${SESSION}; Path=/`, "", HTML, "no-store", null],
  ["max-age=60", "authjs.session-token.0=b", "", HTML, "no-store", null],
  ["private, max-age=60", SESSION, "", HTML, "private, max-age=60", null],
  ["public, max-age=60", "own=session-token", "", HTML, "public, max-age=60", "public, max-age=60"],
  ["", "", "", HTML, "no-store", null],
])(
  "an answer with the cache-control %j and the cookie %j, to a request with %j for %j, leaves with %j",
  async (...row) => {
    const [own, set, cookie, type, expected, ofCdns] = row;
    const { headers: middleware } = await import("~/server/middleware/headers");
    const req = new Request(`${ORIGIN}/feed`, { headers: { cookie } });
    const res = { headers: new Headers({ "content-type": type }) };
    await inRequest(req, () =>
      middleware({ req, res } as never, () => {
        if (own) for (const name of ["cache-control", ...OF_SHARED]) res.headers.set(name, own);
        if (set) res.headers.append("set-cookie", set);
        return "answer";
      }),
    );
    expect(res.headers.get("cache-control")).toBe(expected);
    for (const name of OF_SHARED) expect(res.headers.get(name), name).toBe(ofCdns);
  },
);
