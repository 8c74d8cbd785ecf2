// The result of an action, for a page that a browser without JavaScript loads after it, or that was pressed before its
// script ran. `useSubmission` has the result there, too, on the server and in the browser.
//
// Upstream: @solidjs/start 2.0.5, fns/handler.ts (handleNoJS): the result goes into a cookie with the whole input,
// passwords and codes included, which has no end and which pages on http never get. @solidjs/router 1.0.0, routing.ts
// (createRouterContext): the browser starts without submissions, so the page that shows one cannot take over its HTML.
// Reported: solidjs/solid#3239 (what is in the cookie, mended in Solid 2), solidjs/solid-start#2179 (a long input).
// Gain: safety. No input stays in a cookie, and a refused form says why without JavaScript.
// It can go: when SolidStart keeps the result alone, for one page, and sends it with the page.

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

const COOKIE = "flash=";

/** In place of the URL of an action that the build does not have. */
const OTHER_BUILD = "";

/**
 * Takes SolidStart's cookie off a response.
 *
 * @param keep gets what the action has returned, if it has returned a value
 * @returns the response without the cookie
 */
export function takeResult(response: Response, keep: (result: ActionResult) => void): Response {
  const cookies = response.headers.getSetCookie();
  const own = cookies.find((cookie) => cookie.startsWith(COOKIE));
  if (!own) return response;
  const { url, result, error } = JSON.parse(decodeURIComponent(own.slice(COOKIE.length).split(";")[0] ?? ""));
  if (!error) keep({ url: withoutArguments(url), result });
  const headers = new Headers(response.headers);
  headers.delete("set-cookie");
  for (const cookie of cookies) if (cookie !== own) headers.append("set-cookie", cookie);
  return new Response(response.body, { status: response.status, headers });
}

/** An action that is bound to arguments has them in its URL, and the same submissions without them. */
function withoutArguments(url: string): string {
  return url.replace(/&args=.*/s, "");
}

/** @returns what `event.router.submission` is for a page after this result; undefined without one */
export function submissionOf(kept: ActionResult | undefined): RestoredSubmission | undefined {
  if (!kept) return undefined;
  const form = new FormData();
  const { values } = Object(kept.result);
  for (const [name, value] of Object.entries(Object(values))) form.set(name, String(value));
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
