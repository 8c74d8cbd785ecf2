// The result of an action, as a page reads it: what the server refused, by the name of its field.

import { type Action, useSubmissions } from "@solidjs/router";
import { createMemo } from "solid-js";
import { isRefused, type Refused } from "./refused";

export interface Result<Value> {
  /** Whether the action is under way. */
  readonly pending: boolean;
  /** What is wrong, by the name of its field; "" is the form as a whole. Empty if the action has refused nothing. */
  readonly errors: Record<string, string>;
  /** What was typed. The server keeps it for browsers without JavaScript, except for secrets and files. */
  readonly values: Record<string, string>;
  /** What the action has returned; undefined if it has refused. */
  readonly value: Value | undefined;
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
 * @param filter for an action that several forms have: whether an input is that of this one. Without JavaScript it is
 *   empty but for what was refused, so what the action returns has to say which form it is for
 */
export function useResult<Value>(
  action: Action<[FormData], Value>,
  filter?: (input: [FormData]) => boolean,
): Result<Exclude<Returned<Value>, Refused>> {
  const submissions = useSubmissions(action, filter);
  const older = new WeakSet<object>();
  // The router ends a submission whose action succeeds and returns nothing. The refused one before it, which is the
  // last one then, is over, too.
  const last = createMemo(() => {
    const newest = submissions[submissions.length - 1];
    for (const each of [...submissions]) if (each !== newest) older.add(each);
    return newest && !older.has(newest) ? newest : undefined;
  });
  const refusal = (name: "errors" | "values") => {
    const result: unknown = last()?.result;
    return textsOf(isRefused(result) && Object(result)[name]);
  };
  return {
    get pending() {
      return last()?.pending === true;
    },
    get errors() {
      return refusal("errors");
    },
    get values() {
      return refusal("values");
    },
    get value() {
      const result = last()?.result;
      return isRefused(result) ? undefined : (result as Exclude<typeof result, Refused>);
    },
    clear() {
      for (const each of [...submissions]) if (!each.pending) each.clear();
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
