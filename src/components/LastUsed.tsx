import type { ParentProps } from "solid-js";
import { Show } from "solid-js";

/** What describes the button of the method that was used last: `aria-describedby`. */
export const LAST_USED_ID = "last-used";

/** A pill on the edge of the button within, which takes no room from anything. */
export function LastUsed(props: ParentProps<{ isShown: boolean }>) {
  return (
    <div class="relative">
      {props.children}
      <Show when={props.isShown}>
        <span id={LAST_USED_ID} class="pill absolute -top-2.5 right-3">
          Last used
        </span>
      </Show>
    </div>
  );
}
