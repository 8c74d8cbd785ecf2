// In the browser, a call of a server function fails if its answer is cut off, or does not come from a server function.
// The error for such an answer has the status in its name: "Answer:413".
//
// Upstream: @solidjs/start 2.0.5, fns/client.ts (fetchServerFunction): any other answer below 500, such as the page of
// a proxy or of a hotel's network, counts as undefined. An action's answer is read by @solidjs/router 1.0.0,
// data/action.ts (handler): if it is cut, the submission is pending for ever.
// Reported: not yet.
// Gain: the page names the status of the answer. Otherwise a form does nothing, and a page loses its data.
// It can go: when SolidStart rejects such answers.

import type { Plugin } from "vite";
import { rewriting } from "./rewriting.ts";

/** Redirects have been returned before this point. */
const READ = "const result = await extractBody(instance, true, response.clone());";
const CHECK = `if (!response.headers.has(BODY_FORMAT_KEY))
        throw Object.assign(new Error("The answer is none of a server function."), { name: "Answer:" + response.status });
    `;
/** An action's answer is passed on unread. */
const UNREAD = "if (response.body) {";

export function validateResponses(): Plugin {
  return {
    ...rewriting({
      part: "validateResponses",
      environment: "client",
      rewrites: [
        {
          file: "@solidjs/start/dist/fns/client.js",
          texts: [
            [READ, CHECK + READ],
            [UNREAD, `${UNREAD}\n            await response.clone().arrayBuffer();`],
          ],
        },
      ],
      changed:
        "@solidjs/start has another way to call server functions. An answer that is not theirs counts as undefined, and " +
        "one that is cut never ends.",
    }),
    // The development server would bundle this module into a file of another name, which is not rewritten.
    config: () => ({
      optimizeDeps: {
        exclude: ["@solidjs/start/fns/client"],
        include: ["@solidjs/start > seroval", "@solidjs/start > seroval-plugins/web"],
      },
    }),
  };
}
