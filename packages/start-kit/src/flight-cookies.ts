// An action in single flight reads the next page's data with the visitor's cookies, as the browser encodes them.
//
// Upstream: @solidjs/start 2.0.5, fns/handler.ts (createSingleFlightHeaders): cookies are decoded, and put into the
// header of the inner request as they are. A value with "%3B" in it adds cookies, and one with a letter that no header
// can have makes the call fail, after the action was carried out.
// Reported: not yet. Sibling: solidjs/solid-start#1962 (cookies that were left out, repaired).
// Gain: safety. The path of a page, which is in a cookie while a visitor signs in, cannot add the cookie of a session.
// It can go: when SolidStart hands the header on.

import type { Plugin } from "vite";
import { rewriting } from "./rewriting.ts";

const DECODED = /(?<=headers\.append\("cookie", `\$\{key\}=)\$\{value\}(?=`\))/;

export function flightCookies(): Plugin {
  return rewriting({
    part: "flightCookies",
    environment: "ssr",
    rewrites: [{ file: "@solidjs/start/dist/fns/handler.js", texts: [[DECODED, "$${encodeURIComponent(value)}"]] }],
    changed:
      "@solidjs/start makes the cookies of a single flight in another way. Set `singleFlight={false}` until they are " +
      "known to be encoded.",
  });
}
