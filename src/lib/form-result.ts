// An action's result for a form that was sent without the page's script, on the form's page. It is separate from
// ./forms.ts because every page can be such an answer.

import { RouterContext } from "@solidjs/router";
import { useContext } from "solid-js";
import { isServer } from "solid-js/web";

/** The hidden field of each `Form` that says where the form was sent from, as JSON: `FormOrigin` of ./forms.ts. */
export const ORIGIN = "form-origin";

export interface FormResult {
  /** The action's `url`. */
  url: string;
  /** The path and query of the page. */
  page: string;
  result: unknown;
  /** The form's input. The browser gets only the names: the page has the values, except secrets. */
  input: FormData;
  /** The id of the form's request, for the log. */
  requestId: string;
}

/** The id of the element with the page's result, as JSON. */
const RESULT_ID = "form-result";

/** @returns the element's attributes and content */
export function resultElement({ url, page, result, input }: Omit<FormResult, "requestId">) {
  const names = [...input].map(([name, value]) => [name, name === ORIGIN ? value : ""]);
  // "<" could end the element.
  const json = JSON.stringify({ url, page, result, names }).replaceAll("<", "\\u003c");
  return { type: "application/json", id: RESULT_ID, innerHTML: json };
}

/** @returns the submissions for `useSubmission` on a page that is rendered with a result */
export function submissionOf({ url, result, input }: Pick<FormResult, "url" | "result" | "input">) {
  return { url, input: [input], result, error: undefined, pending: false };
}

/** In the browser, before the page starts: if the page was the answer to a form, gives it its own address. */
export function restoreAddress(): void {
  const { page } = renderedResult() ?? {};
  if (page) history.replaceState(history.state, "", page);
}

/** In the browser: passes the page's result to the router. Call it in the router's root. */
export function restoreSubmission(): void {
  const router = useContext(RouterContext);
  const rendered = isServer ? undefined : renderedResult();
  if (!router || !rendered) return;
  const input = new FormData();
  for (const [name, value] of rendered.names) input.append(name, value);
  const [, setSubmissions] = router.submissions;
  const clear = () => void setSubmissions((all) => all.filter((each) => each !== restored));
  // The input is not complete, so the form cannot be sent again.
  const restored = { ...submissionOf({ ...rendered, input }), clear, retry: async () => clear() };
  setSubmissions([restored]);
}

function renderedResult(): (Pick<FormResult, "url" | "page" | "result"> & { names: [string, string][] }) | undefined {
  const text = document.querySelector(`script#${RESULT_ID}`)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
