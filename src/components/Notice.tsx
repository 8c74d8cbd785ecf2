// What the last action has done: announced, and focused, at the top of the page it led to.

import { createAsync } from "@solidjs/router";
import { Show } from "solid-js";
import { isNoticeCode, NOTICES } from "~/account/notices";
import { currentNotice } from "~/session";
import { Alert } from "./Alert";

export function Notice() {
  const notice = createAsync(() => currentNotice(), { deferStream: true });
  const words = () => {
    const code = notice()?.code;
    return isNoticeCode(code) ? { ...NOTICES[code] } : undefined;
  };
  return (
    // Keyed: the same words a second time are a new message.
    <Show when={words()} keyed>
      {({ tone, text }) => (
        <div class="mx-auto mb-8 w-full max-w-2xl">
          <Alert tone={tone}>{text}</Alert>
        </div>
      )}
    </Show>
  );
}
