// In the browser, the call of a server function fails if its answer is not that of a server function.
//
// Upstream: @solidjs/start 2.0.5, fns/client.ts (fetchServerFunction): any other answer below 500, such as the page of
// a proxy or of a hotel's network, counts as undefined.
// Reported: not as of 2026-11-23.
// Gain: the page says that the server was not reached. Otherwise a form does nothing, and a page loses its data.
// It can go: when SolidStart rejects such answers.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";

const CLIENT = /[\\/]@solidjs[\\/]start[\\/]dist[\\/]fns[\\/]client\.js$/;
const RECEIVED = "const response = await initializeResponse(base, id, instance, options, args);";
/** An answer of a server function, a redirect of a middleware, or a response that the function wants as it is. */
const CHECK = `
    if (![BODY_FORMAT_KEY, "Location", "X-Content-Raw"].some((name) => response.headers.has(name)))
        throw new TypeError("Failed to fetch: foreign answer");`;

export function ownAnswers(): Plugin {
  let isMatched = false;

  return {
    name: "own-answers",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: CLIENT },
      handler(code) {
        if (!code.includes(RECEIVED)) return undefined;
        isMatched = true;
        return edited(new MagicString(code).replace(RECEIVED, RECEIVED + CHECK));
      },
    },
    buildEnd() {
      if (!isMatched)
        this.warn(
          "start-kit: ownAnswers: @solidjs/start has another way to call server functions. " +
            "An answer that is not theirs counts as undefined.",
        );
    },
  };
}
