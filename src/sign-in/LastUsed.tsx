import type { ParentProps } from "solid-js";
import { Show } from "solid-js";
import { signInText } from "~/messages/sign-in";

/** The id for `aria-describedby` of the button of the method that was used last. */
export const LAST_USED_ID = "last-used";

/** A pill on the edge of a sign-in button. It takes no space in the layout. */
export function LastUsed(props: ParentProps<{ isShown: boolean }>) {
  return (
    <div class="relative">
      {props.children}
      <Show when={props.isShown}>
        <span id={LAST_USED_ID} class="pill absolute -top-2.5 end-3">
          {signInText.lastUsed}
        </span>
      </Show>
    </div>
  );
}
