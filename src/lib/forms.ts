// The facts that a form, its page and the server share.

import { ORIGIN } from "./form-result";
import { AGAIN, localPath } from "./url";

/**
 * The place that a form was sent from, in its hidden field {@link ORIGIN}. The browser sends it, so a client can choose
 * it. It tells the server where to return to, and lets it refuse a press for another user. It gives access to nothing.
 */
export interface FormOrigin {
  /** The path and query of the form's page. */
  page: string;
  /** The id of the user that the page shows. Without an id, no user was signed in. */
  user?: string;
  /** The form's identity among the forms of its page: its action, and its `identity`. */
  form: string;
}

/** @returns undefined for a value that no `Form` has sent */
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

/**
 * @returns a page that asks the user to press the same form again, after a new sign-in. @param form as in {@link
 * FormOrigin}
 */
export function againAt(page: string, form = ""): string {
  const { pathname, searchParams, hash } = new URL(localPath(page), "http://localhost");
  if (form || !searchParams.has(AGAIN)) searchParams.set(AGAIN, form);
  const again = localPath(`${pathname}?${searchParams}${hash}`);
  // The path can be too long for a header.
  return again === "/" ? localPath(page) : again;
}

/** @returns the path and query of a page, without the request to press again */
export function pageAt({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  if (!query.has(AGAIN)) return pathname + search;
  query.delete(AGAIN);
  return [pathname, query].filter(String).join("?");
}

/** The result of `refused()` in src/server/forms.ts. `useResult` reads it. */
export interface Refused {
  /** The errors, by the names of their fields; "" is the form as a whole. */
  errors: Record<string, string>;
}

/** @returns whether an action's result says that it was not carried out: its form keeps typed text */
export function isRefused(result: unknown): result is Refused {
  return Object(result).errors instanceof Object;
}

/** The values of `autocomplete` for secrets: passwords, codes and cards, also after words like "billing". */
const SECRETS = /password|one-time-code|\bcc-/i;

/** Whether no page from the server and no storage of the browser may contain a field's input. */
export function isSecret(type = "text", autocomplete = ""): boolean {
  return type === "password" || type === "file" || SECRETS.test(autocomplete);
}
