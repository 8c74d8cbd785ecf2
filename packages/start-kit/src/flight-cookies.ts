// An action in single flight reads the next page's data with the visitor's cookies, exactly as the browser sends them.
//
// Upstream: @solidjs/start 2.0.5, fns/handler.ts (createSingleFlightHeaders): cookies are decoded, and put into the
// header of the inner request as they are. A value with "%3B" in it adds cookies, and one with a letter that no header
// can have makes the call fail, after the action was carried out. Of several cookies with one name, the first alone is
// there, so a session in the second one is lost.
// Reported: not yet. Sibling: solidjs/solid-start#1962 (cookies that were left out, repaired).
// Gain: safety. The path of a page, which is in a cookie while a visitor signs in, cannot add the cookie of a session.
// It can go: when SolidStart hands the header on.

import type { Plugin } from "vite";
import { rewriting } from "./rewriting.ts";

const DECODED = /headers\.append\("cookie", `\$\{key\}=\$\{value\}`\)/;
/**
 * Cookies that the answer sets are encoded. The other cookies are taken from the request as they came, including all
 * with the same name.
 */
const ENCODED =
  "for (const pair of pairs.has(key) && value === sent[key] ? pairs.get(key) : [`$${key}=$${encodeURIComponent(value)}`])" +
  ' headers.append("cookie", pair)';
const PARSED = /const cookies = parseCookies\(sourceEvent\.nativeEvent\);/;
const KEPT =
  "$& const sent = { ...cookies };" +
  ' const pairs = Map.groupBy((sourceEvent.request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim()),' +
  ' (pair) => pair.split("=")[0]);';

export function flightCookies(): Plugin {
  return rewriting({
    part: "flightCookies",
    environment: "ssr",
    rewrites: [
      {
        file: "@solidjs/start/dist/fns/handler.js",
        texts: [
          [DECODED, ENCODED],
          [PARSED, KEPT],
        ],
      },
    ],
    changed:
      "@solidjs/start makes the cookies of a single flight in another way. Set `singleFlight={false}` until they are " +
      "known to be encoded.",
  });
}
