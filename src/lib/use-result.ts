// The result of an action, as a page reads it: what the server refused, by the name of its field.

import { type Action, type Submission, useSubmissions } from "@solidjs/router";
import { createMemo } from "solid-js";
import { isRefused, type Refused } from "./forms";

export interface Result<Value> {
  /** Whether the action is under way. */
  readonly pending: boolean;
  /** What is wrong, by the name of its field; "" is the form as a whole. Empty if the action has refused nothing. */
  readonly errors: Record<string, string>;
  /** What the action has returned; undefined if it has refused. Without JavaScript, as JSON has it. */
  readonly value: Value | undefined;
  /** Why the press was not answered as the action answers; undefined if it was. */
  readonly failure: unknown;
  /** Forgets what the action has refused or returned. */
  clear: () => void;
}

/** What an action returns, as its submission has it. */
type Returned<Value> = ReturnType<typeof useSubmissions<[FormData], Value, [FormData]>>[number]["result"];

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
 * @param filter for an action that several forms have: whether an input is that of this one. For a form that was sent
 *   without JavaScript it has the names of what was sent, so what the action returns has to say which form it is for
 */
export function useResult<Value>(
  action: Action<[FormData], Value>,
  filter?: (input: [FormData]) => boolean,
): Result<Exclude<Returned<Value>, Refused>> {
  const submissions = useSubmissions(action, filter);
  return resultOf(() => [...submissions]);
}

/** @param submissions those of one form or action, the newest last */
export function resultOf<Value>(
  submissions: () => Pick<Submission<unknown[], unknown>, "pending" | "result" | "error" | "clear">[],
): Result<Value> {
  const older = new WeakSet<object>();
  // The router ends a submission whose action succeeds and returns nothing. The refused one before it, which is the
  // last one then, is over, too.
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
