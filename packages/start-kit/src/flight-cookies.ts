// An action in single flight reads the next page's data with the visitor's cookies as the browser would send them.
//
// Upstream: @solidjs/start 2.0.5, fns/handler.ts (createSingleFlightHeaders): cookies are decoded, and put into the
// header of the inner request as they are. A value with "%3B" in it adds cookies, and one with a letter that no header
// can have makes the call fail, after the action was carried out.
// Reported: not yet. Sibling: solidjs/solid-start#1962 (cookies that were left out, repaired).
// Gain: safety. The path of a page, which is in a cookie while a visitor signs in, cannot bring a session along.
// It can go: when SolidStart encodes them.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";

const HANDLER = /[\\/]@solidjs[\\/]start[\\/]dist[\\/]fns[\\/]handler\.js$/;
const DECODED = /headers\.append\("cookie", `\$\{key\}=\$\{value\}`\)/;
const ENCODED = 'headers.append("cookie", `$${key}=$${encodeURIComponent(value)}`)';

export function flightCookies(): Plugin {
  return {
    name: "flight-cookies",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: {
      filter: { id: HANDLER },
      handler(code) {
        const text = new MagicString(code).replace(DECODED, ENCODED);
        if (text.hasChanged()) return edited(text);
        this.warn(
          "start-kit: flightCookies: @solidjs/start makes the cookies of a single flight in another way. " +
            "Set `singleFlight={false}` until they are known to be encoded.",
        );
      },
    },
  };
}
