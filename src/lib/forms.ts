// What a form, its page and the server know of each other.

import { RouterContext } from "@solidjs/router";
import { useContext } from "solid-js";
import { isServer } from "solid-js/web";
import { localPath } from "./url";

/** The hidden field of each `Form` with its {@link FormOrigin}, as JSON. */
export const ORIGIN = "form-origin";

/** Where a form was sent from. The browser says so: it decides where to return to, and nothing else. */
export interface FormOrigin {
  /** The path and query of its page. */
  page: string;
  /** The id of the user whom that page shows. Without one, nobody was signed in. */
  user?: string;
  /** What tells it from the other forms of its page: its action, and its `identity`. */
  form: string;
}

/** @returns undefined for anything that no `Form` has sent */
export function originOf(input: unknown): FormOrigin | undefined {
  if (!(input instanceof FormData || input instanceof URLSearchParams)) return undefined;
  try {
    const { page, user, form } = JSON.parse(String(input.get(ORIGIN)));
    return typeof page === "string" && typeof form === "string"
      ? { page, user: user && String(user), form }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The name of a page's parameter with the form that needed a new sign-in; "" for a press outside of a `Form`. */
export const AGAIN = "again";

/** @returns a page that asks to press again what needed a new sign-in. @param form as {@link FormOrigin} has it */
export function againAt(page: string, form = ""): string {
  const { pathname, searchParams, hash } = new URL(localPath(page), "http://localhost");
  if (form || !searchParams.has(AGAIN)) searchParams.set(AGAIN, form);
  const again = localPath(`${pathname}?${searchParams}${hash}`);
  // It can be too long for a header.
  return again === "/" ? localPath(page) : again;
}

/** @returns the path and query of a page, without what asks to press again */
export function pageAt({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  if (!query.has(AGAIN)) return pathname + search;
  query.delete(AGAIN);
  return [pathname, query].filter(String).join("?");
}

/** What `refused()` of src/server/forms.ts returns. `useResult` reads it. */
export interface Refused {
  /** What is wrong, by the name of its field; "" is the form as a whole. */
  errors: Record<string, string>;
}

/** @returns whether an action has returned that it was not carried out: its form keeps what was typed */
export function isRefused(result: unknown): result is Refused {
  return Object(result).errors instanceof Object;
}

/** The values of `autocomplete` for secrets: passwords, codes and cards, also behind words like "billing". */
const SECRETS = /password|one-time-code|\bcc-/i;

/** Whether a field's input is in no page that the server renders, and in no storage of the browser. */
export function isSecret(type = "text", autocomplete = ""): boolean {
  return type === "password" || type === "file" || SECRETS.test(autocomplete);
}

/** What an action has returned for a form that was sent without the page's script: its page is the answer. */
export interface FormResult {
  /** The action's `url`. */
  url: string;
  /** The path and query of the page. */
  page: string;
  result: unknown;
  /** What was sent. The browser gets the names alone: the page has the values, but for secrets. */
  input: FormData;
  /** That of the form's request, for the log. */
  requestId: string;
}

/** The id of the element with the result that the page was rendered with, as JSON. */
const RESULT_ID = "form-result";

/** @returns the element's attributes and content */
export function resultElement({ url, page, result, input }: Omit<FormResult, "requestId">) {
  const names = [...input].map(([name, value]) => [name, name === ORIGIN ? value : ""]);
  // "<" could end the element.
  const json = JSON.stringify({ url, page, result, names }).replaceAll("<", "\\u003c");
  return { type: "application/json", id: RESULT_ID, innerHTML: json };
}

/** @returns what `useSubmission` has on a page that is rendered with a result */
export function submissionOf({ url, result, input }: Pick<FormResult, "url" | "result" | "input">) {
  return { url, input: [input], result, error: undefined, pending: false };
}

/** In the browser, before the page starts: gives a page that was the answer to a form its own address. */
export function restoreAddress(): void {
  const { page } = renderedResult() ?? {};
  if (page) history.replaceState(history.state, "", page);
}

/** In the browser: gives the router the result that the page was rendered with. Call it in the router's root. */
export function restoreSubmission(): void {
  const router = useContext(RouterContext);
  const rendered = isServer ? undefined : renderedResult();
  if (!router || !rendered) return;
  const input = new FormData();
  for (const [name, value] of rendered.names) input.append(name, value);
  const [, setSubmissions] = router.submissions;
  const clear = () => void setSubmissions((all) => all.filter((each) => each !== restored));
  // The input is not whole, so there is nothing to send again.
  const restored = { ...submissionOf({ ...rendered, input }), clear, retry: async () => clear() };
  setSubmissions([restored]);
}

function renderedResult(): (Pick<FormResult, "url" | "page" | "result"> & { names: [string, string][] }) | undefined {
  const text = document.querySelector(`script#${RESULT_ID}`)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
