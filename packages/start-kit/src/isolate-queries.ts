// The answer of a query is written into the page of the request that has asked, and into no other.
//
// Upstream: @solidjs/router 1.0.0, data/query.ts: on the server, each answer is written into the page that Solid has
// rendered last. A page that waits for its data stays that page. So a query that another request asks meanwhile, before
// its own page renders or after it has waited for something, puts its answer into the first visitor's HTML.
// Reported: not yet. Sibling: solidjs/templates#268 (a router that all requests share).
// Gain: safety. No visitor gets the data of another.
// It can go: when the router compares the request.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";

const QUERY = /[\\/]@solidjs[\\/]router[\\/]dist[\\/]data[\\/]query\.js$/;
const WRITTEN = "sharedConfig.context.async &&";
/** SolidStart puts the request's event into the page before it renders. */
const OWN = "sharedConfig.context.event === getRequestEvent() && ";

export function isolateQueries(): Plugin {
  return {
    name: "isolate-queries",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: {
      filter: { id: QUERY },
      handler(code) {
        const at = code.indexOf(WRITTEN);
        if (at >= 0) return edited(new MagicString(code).appendLeft(at, OWN));
        this.error(
          "start-kit: isolateQueries: @solidjs/router writes answers into pages in another way. Until it is known that no " +
            "visitor gets the data of another, build with the version before. `isolateQueries: false` builds nevertheless.",
        );
      },
    },
  };
}
