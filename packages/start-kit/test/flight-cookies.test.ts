// The cookies of the request with which SolidStart reads the next page's data, from its own code as the part changes
// it.

import { readFileSync } from "node:fs";
import { parseCookie, parseSetCookie } from "cookie";
import { expect, it } from "vitest";
import { flightCookies } from "../src/flight-cookies.ts";

const HANDLER = "node_modules/@solidjs/start/dist/fns/handler.js";

type HeadersOf = (event: object, result: unknown) => Headers;

/** SolidStart's function, with the change. */
function changedFunction(): HeadersOf {
  const { handler } = flightCookies().transform as {
    handler: (code: string, id: string) => { code: string } | undefined;
  };
  const changed = handler(readFileSync(HANDLER, "utf8"), HANDLER)?.code ?? "";
  const [body = ""] = /function createSingleFlightHeaders[\s\S]*?\n\}\n/.exec(changed) ?? [];
  const parseCookies = ({ request }: { request: Request }) => parseCookie(request.headers.get("cookie") ?? "");
  return new Function("parseCookies", "parseSetCookie", `${body} return createSingleFlightHeaders;`)(
    parseCookies,
    parseSetCookie,
  );
}

/** The cookies of the inner request. */
function flight(cookie: string, ...set: string[]): string | null {
  const request = new Request("https://app.example.com/", { headers: { cookie } });
  const response = new Response();
  for (const line of set) response.headers.append("set-cookie", line);
  return changedFunction()({ request, nativeEvent: { request }, response }, undefined).get("cookie");
}

it("a cookie that the answer sets takes the place of the one with its name, and one that it removes is gone", () => {
  expect(flight("s=old; t=1", "s=new; Path=/")).toBe("s=new; t=1");
  expect(flight("s=old; t=1", "s=; Max-Age=0")).toBe("t=1");
});

it("a value brings no other cookie along, and no letter that a header cannot have", () => {
  expect(flight("a=%3Bs%3Dother; b=%E2%86%92%0A")).toBe("a=%3Bs%3Dother; b=%E2%86%92%0A");
  expect(flight("", `a=${encodeURIComponent(";s=other")}`)).toBe("a=%3Bs%3Dother");
});
