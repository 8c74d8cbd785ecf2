// What an action returns that it has not carried out, as the server and the forms know it.

/** What `refused()` of src/server/forms.ts returns. `useResult` reads it. */
export interface Refused {
  /** What is wrong, by the name of its field; "" is the form as a whole. */
  errors: Record<string, string>;
  /** The input, for browsers without JavaScript: they load the page again. */
  values: Record<string, string>;
}

/** The result of a form whose body the server has not read: it was too large, or too slow. */
export const UNREAD = "unread";

/** @returns whether an action has returned that it was not carried out: its form keeps what was typed */
export function isRefused(result: unknown): result is Refused | typeof UNREAD {
  const { errors, values } = Object(result);
  return result === UNREAD || (errors instanceof Object && values instanceof Object);
}
