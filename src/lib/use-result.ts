// The result of an action, as a page reads it: what the server refused, by the name of its field.

import { type Action, useSubmission } from "@solidjs/router";

export interface Result<Value> {
  /** Whether the action is under way. */
  readonly pending: boolean;
  /** What is wrong, by the name of its field; "" is the form as a whole. Empty if the action has refused nothing. */
  readonly errors: Record<string, string>;
  /** What was typed. The server keeps it for browsers without JavaScript, except for secrets and files. */
  readonly values: Record<string, string>;
  /** What else the action has returned. */
  readonly value: Value | undefined;
}

/**
 * The last result of an action on this page: the router's `useSubmission`, with what `refused()` returns as texts. It
 * is there without JavaScript, too, and for a form that was sent before the page's script ran.
 *
 * ```tsx
 * const result = useResult(addNote);
 * return <Show when={result.errors.text}>{(error) => <p role="alert">{error()}</p>}</Show>;
 * ```
 *
 * Inside a `Form`, the fields read it by themselves.
 *
 * @param action of this application
 * @param filter for an action that several forms have: whether an input is that of this one
 */
export function useResult<Value>(
  action: Action<[FormData], Value>,
  filter?: (input: [FormData]) => boolean,
): Result<Value> {
  const submission = useSubmission(action, filter);
  const part = (name: "errors" | "values") =>
    textsOf((submission.result as Partial<Result<unknown>> | undefined)?.[name]);
  return {
    get pending() {
      return submission.pending === true;
    },
    get errors() {
      return part("errors");
    },
    get values() {
      return part("values");
    },
    get value() {
      return submission.result as Value | undefined;
    },
  };
}

/** An action can return anything, and so can a cookie. */
function textsOf(value: unknown): Record<string, string> {
  const entries = Object.entries(Object(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(entries);
}
