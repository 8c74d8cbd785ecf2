// The result of an action on a page that was loaded after it: without JavaScript, or pressed before the page's script
// ran. `useSubmission` has it there, on the server and in the browser.

import { RouterContext } from "@solidjs/router";
import { useContext } from "solid-js";
import { isServer } from "solid-js/web";

/** What an action has returned, as JSON can hold it. */
export interface ActionResult {
  /** The action's `url`. Undefined if the build has no such action: the form was one of an older page. */
  url?: string;
  result: unknown;
}

/** The router's submission of such a result. Its input is what the result has as `values`, as a form. */
interface RestoredSubmission {
  url: string;
  input: [FormData];
  result: unknown;
  error: undefined;
  pending: false;
}

/** In place of the URL of an action that the build does not have. */
const OTHER_BUILD = "";

/** @returns what `event.router.submission` is for a page after this result; undefined without one */
export function submissionOf(kept: ActionResult | undefined): RestoredSubmission | undefined {
  if (!kept) return undefined;
  const form = new FormData();
  const { values } = Object(kept.result);
  // A cookie can have anything there, also an object that cannot become text.
  for (const [name, value] of Object.entries(Object(values))) if (typeof value === "string") form.set(name, value);
  return { url: kept.url ?? OTHER_BUILD, input: [form], result: kept.result, error: undefined, pending: false };
}

/** The id of the element with the result that the page was rendered with, as JSON. */
export const RESULT_ID = "action-result";

/** In the browser: gives the router the result that the server has rendered. Call it in the router's root. */
export function restoreSubmission(): void {
  const router = useContext(RouterContext);
  const text = !isServer && document.getElementById(RESULT_ID)?.textContent;
  const restored = text ? submissionOf(JSON.parse(text)) : undefined;
  if (!router || !restored) return;
  const [, setSubmissions] = router.submissions;
  // Nothing else has been submitted on this page yet.
  const clear = () => void setSubmissions((all) => all.filter(({ input }) => input !== restored.input));
  // The input is not whole, so there is nothing to send again.
  setSubmissions([{ ...restored, clear, retry: async () => clear() }]);
}

/** @returns the input of a form that a page of another build has sent; undefined if there was none */
export function useInputOfOtherBuild(): FormData | undefined {
  const [submissions] = useContext(RouterContext)?.submissions ?? [];
  return submissions?.().find(({ url }) => url === OTHER_BUILD)?.input[0];
}
