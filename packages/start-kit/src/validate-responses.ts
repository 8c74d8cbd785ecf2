// In the browser, a call of a server function fails if its answer is cut off, or does not come from a server function.
// The error for such an answer has the status in its name: "Answer:413".
//
// Upstream: @solidjs/start 2.0.5, fns/client.ts (fetchServerFunction): any other answer below 500, such as the page of
// a proxy or of a hotel's network, counts as undefined. An action's answer is read by @solidjs/router 1.0.0,
// data/action.ts (handler): if it is cut, the submission is pending for ever.
// Reported: not yet.
// Gain: the page says what was answered. Otherwise a form does nothing, and a page loses its data.
// It can go: when SolidStart rejects such answers.

import MagicString from "magic-string";
import type { Plugin } from "vite";
import { edited } from "./edited.ts";
import { changedUpstream } from "./tested-versions.ts";

const CLIENT = /[\\/]@solidjs[\\/]start[\\/]dist[\\/]fns[\\/]client\.js$/;
/** Redirects have been returned before this point. */
const READ = "const result = await extractBody(instance, true, response.clone());";
const CHECK = `if (!response.headers.has(BODY_FORMAT_KEY))
        throw Object.assign(new Error("The answer is none of a server function."), { name: "Answer:" + response.status });
    `;
/** An action's answer is passed on unread. */
const UNREAD = "if (response.body) {";
const WHOLE = "\n            await response.clone().arrayBuffer();";

export function validateResponses(): Plugin {
  let isMatched = false;

  return {
    name: "validate-responses",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: CLIENT },
      handler(code) {
        if (!code.includes(READ) || !code.includes(UNREAD)) return undefined;
        isMatched = true;
        return edited(new MagicString(code).replace(READ, CHECK + READ).replace(UNREAD, UNREAD + WHOLE));
      },
    },
    buildEnd() {
      if (!isMatched)
        this.warn(
          changedUpstream(
            "validateResponses",
            "@solidjs/start has another way to call server functions. An answer that is not theirs counts as undefined, and " +
              "one that is cut never ends.",
          ),
        );
    },
  };
}
