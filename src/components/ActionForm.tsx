// A form whose action is one of src/account: an ordinary POST without JavaScript, in the background with it. What came of it is
// said by a notice on the page it leads to.

import { type Action, useSubmissions } from "@solidjs/router";
import { For, type ParentProps } from "solid-js";

interface ActionFormProps extends ParentProps {
  action: Action<[FormData], unknown>;
  /** Hidden fields. */
  fields?: Record<string, string>;
  class?: string;
}

export function ActionForm(props: ActionFormProps) {
  const fields = () => Object.entries(props.fields ?? {});
  // Pending is what was sent from this form, and not from another row's.
  const submissions = useSubmissions(props.action, ([form]) =>
    fields().every(([name, value]) => form.get(name) === value),
  );
  return (
    <form action={props.action} method="post" class={props.class} aria-busy={submissions.pending}>
      <For each={fields()}>{([name, value]) => <input type="hidden" name={name} value={value} />}</For>
      {props.children}
    </form>
  );
}
