// A message that is not an error. Screen readers announce changes in a region that they already know, so the region
// exists without a message, too. Playwright's `getByRole("status")` finds it only while it has a message.

import { createEffect, createMemo, createSignal, type JSX, onCleanup, onMount, Show } from "solid-js";
import { messageClass } from "./Alert";

interface StatusProps<Value> {
  tone: "note" | "good";
  /** The content of the message. Without it there is no message. */
  when: Value | false | null | undefined;
  /** The text. */
  children: (value: Value) => JSX.Element;
  /** The content below the text, such as a link. */
  more?: JSX.Element;
  /** Stays in view. */
  isSticky?: boolean;
}

/** The region takes the focus with each message. */
export function Status<Value extends object | string>(props: StatusProps<Value>) {
  let region: HTMLDivElement | undefined;
  const value = createMemo(() => props.when || undefined);
  const [isRepeated, setRepeated] = createSignal(false);
  // The object is new each time, so that the text is written again.
  const written = createMemo(() => {
    const made = value();
    return made && { made, isRepeated: isRepeated() };
  });
  // By default, the focus scrolls to where a sticky element starts.
  createEffect(() => value() && region?.focus({ preventScroll: props.isSticky }));
  // A text that comes with the page is not a change, so it is written once more after the page is rendered.
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
