// @refresh reload

import { createHandler } from "@solidjs/start/server";
import { Document } from "./document";
import { submissionOf } from "./lib/form-result";
import plugins from "./lib/withheld-errors";
import handleError from "./server/middleware/last-resort";
import { session } from "./session";

const handler = createHandler(Document, async (event) => {
  const { locals, router } = event;
  const { context } = locals;
  // The layout's data is loaded before the page renders, as the page's own data is by its `preload`. If this data
  // cannot be read, the page says so.
  await Promise.allSettled([session(context?.url.pathname ?? "/")]);
  // An action's result for a form that was sent without the page's script: `useSubmission` returns it.
  if (router && context?.formResult) router.submission = submissionOf(context.formResult);
  return {
    // The nonce of this response's Content-Security-Policy, for its scripts and styles.
    nonce: context?.nonce?.(),
    plugins,
    // The response waits for all data of the page, so that a redirect is a real HTTP redirect.
    mode: "async",
    // The router copies the headers of a query's response onto the page, with the type of `json(…)`.
    onCompleteAll: () => event.response.headers.set("content-type", "text/html"),
    // Called for a value that cannot be serialised into the page.
    onError: context?.logError,
  };
});

// Otherwise, h3 prints the error itself and responds with JSON.
Object.assign(handler.config, { silent: true, onError: handleError });

export default handler;
