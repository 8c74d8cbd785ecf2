// What a form, its page and the server know of each other.

import { ORIGIN } from "./form-result";
import { AGAIN, localPath } from "./url";

/**
 * Where a form was sent from, in its hidden field {@link ORIGIN}. The browser says so. It decides where to return to,
 * and can have a press refused as another user's; it gives access to nothing.
 */
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
