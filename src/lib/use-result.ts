// The result of an action, as a page reads it: the server's refusals, by the names of their fields.

import { type Action, type Submission, useSubmissions } from "@solidjs/router";
import { createMemo } from "solid-js";
import { isRefused, type Refused } from "./forms";

export interface Result<Value> {
  /** Whether the action is running. */
  readonly pending: boolean;
  /** The errors, by the names of their fields; "" is the form as a whole. Empty if the action has refused nothing. */
  readonly errors: Record<string, string>;
  /**
   * The action's result; undefined if the action has refused. Without JavaScript, the result has passed through JSON.
   */
  readonly value: Value | undefined;
  /** The reason why the press got no answer of the action; undefined if it got one. */
  readonly failure: unknown;
  /** Forgets the action's refusals and result. */
  clear: () => void;
}

/** The result of an action, as its submission has it. */
type Returned<Value> = ReturnType<typeof useSubmissions<[FormData], Value, [FormData]>>[number]["result"];

/**
 * The last result of an action on this page: the router's `useSubmission`, with the errors of `refused()` as texts. The
 * result is also there without JavaScript, and for a form that was sent before the page's script ran.
 *
 * ```tsx
 * const result = useResult(addNote);
 * return <Show when={result.errors.text}>{(error) => <p role="alert">{error()}</p>}</Show>;
 * ```
 *
 * Inside a `Form`, the fields read it by themselves.
 *
 * @param action an action of this application
 * @param filter for an action of several forms: whether an input belongs to this form. For a form that was sent without
 *   JavaScript, the input has only the names of its fields. So the action's result has to say which form it is for
 */
export function useResult<Value>(
  action: Action<[FormData], Value>,
  filter?: (input: [FormData]) => boolean,
): Result<Exclude<Returned<Value>, Refused>> {
  const submissions = useSubmissions(action, filter);
  return resultOf(() => [...submissions]);
}

/** @param submissions the submissions of one form or action, the newest last */
export function resultOf<Value>(
  submissions: () => Pick<Submission<unknown[], unknown>, "pending" | "result" | "error" | "clear">[],
): Result<Value> {
  const older = new WeakSet<object>();
  // If an action succeeds and returns nothing, the router ends its submission. Then the refused submission before it is
  // the last one, although it is over, too.
  const last = createMemo(() => {
    const all = submissions();
    const newest = all.at(-1);
    for (const each of all) if (each !== newest) older.add(each);
    return newest && !older.has(newest) ? newest : undefined;
  });
  return {
    get pending() {
      return last()?.pending === true;
    },
    get errors() {
      const result: unknown = last()?.result;
      return isRefused(result) ? result.errors : {};
    },
    get value() {
      const result = last()?.result;
      return isRefused(result) ? undefined : (result as Value);
    },
    get failure() {
      return last()?.error;
    },
    clear() {
      for (const each of submissions()) if (!each.pending) each.clear();
    },
  };
}
