// A form for an action of src/account. Without JavaScript it is an ordinary POST; with JavaScript it is sent in the
// background. The page it redirects to shows the result as a notice. If no answer comes, such as without a network, the
// form says so itself.

import { type Action, useSubmissions } from "@solidjs/router";
import { createEffect, For, type ParentProps } from "solid-js";
import { announce } from "./Notice";

const UNSENT = { tone: "bad", text: "That couldn't be sent. Check your connection, then try again." } as const;

interface ActionFormProps extends ParentProps {
  action: Action<[FormData], unknown>;
  /** Hidden fields. */
  fields?: Record<string, string>;
  class?: string;
}

export function ActionForm(props: ActionFormProps) {
  const fields = () => Object.entries(props.fields ?? {});
  // Only submissions of this form make it pending, not those of another row's form.
  const submissions = useSubmissions(props.action, ([form]) =>
    fields().every(([name, value]) => form.get(name) === value),
  );
  createEffect(() => {
    const unsent = submissions.find(({ error }) => error);
    // Otherwise it would count as pending.
    unsent?.clear();
    if (unsent) announce(UNSENT);
  });
  return (
    <form action={props.action} method="post" class={props.class} aria-busy={submissions.pending}>
      <For each={fields()}>{([name, value]) => <input type="hidden" name={name} value={value} />}</For>
      {props.children}
    </form>
  );
}
