// A message that tells of no error. Screen readers announce what changes in a region that they already know, so the
// region is there without a message, too. Playwright's `getByRole("status")` finds it only while it has one.

import { createEffect, createMemo, createSignal, type JSX, onCleanup, onMount, Show } from "solid-js";
import { messageClass } from "./Alert";

interface StatusProps<Value> {
  tone: "note" | "good";
  /** What the message is made of. Without it there is none. */
  when: Value | false | null | undefined;
  /** The text. */
  children: (value: Value) => JSX.Element;
  /** What stands below the text, such as a link. */
  more?: JSX.Element;
  /** Stays in view. */
  isSticky?: boolean;
}

/** It takes the focus with each message. */
export function Status<Value extends object | string>(props: StatusProps<Value>) {
  let region: HTMLDivElement | undefined;
  const value = createMemo(() => props.when || undefined);
  const [isRepeated, setRepeated] = createSignal(false);
  // Another object each time, so that the text is written again.
  const written = createMemo(() => {
    const made = value();
    return made && { made, isRepeated: isRepeated() };
  });
  // The focus would scroll to where a sticky element starts from.
  createEffect(() => value() && region?.focus({ preventScroll: props.isSticky }));
  // A text that comes with the page is no change, so it is written once more when the page stands.
  onMount(() => {
    if (!value()) return;
    const frame = requestAnimationFrame(() => setRepeated(true));
    onCleanup(() => cancelAnimationFrame(frame));
  });
  return (
    <div
      ref={region}
      role="status"
      tabindex="-1"
      class={value() ? messageClass(props.tone, props.isSticky) : "contents"}
    >
      <Show when={written()} keyed>
        {({ made }) => <div>{props.children(made)}</div>}
      </Show>
      <Show when={value()}>{props.more}</Show>
    </div>
  );
}
