// The one place for what has just happened: at the top of the page, announced, and focused. An action leaves a notice for the page
// it leads to; what happens in the browser alone is said with `announce`.

import { createEffect, createSignal, on, Show } from "solid-js";
import { describeNotice, type NoticeText } from "~/messages/notices";
import { usePageData } from "~/session";
import { Alert } from "./Alert";
import { ErrorDetails } from "./ErrorDetails";

const [announced, setAnnounced] = createSignal<NoticeText>();

/** Says something, in place of what was said before. In the browser only. */
export function announce(notice: NoticeText): void {
  setAnnounced({ ...notice });
}

export function Notice() {
  const notice = usePageData("notice");
  createEffect(on(notice, () => setAnnounced(undefined), { defer: true }));
  const words = () => announced() ?? describeNotice(notice()?.code, notice()?.about);
  return (
    // Keyed: the same words a second time are a new message.
    <Show when={words()} keyed>
      {({ tone, text }) => (
        <div class="mx-auto mb-8 w-full max-w-2xl">
          <Alert tone={tone}>
            {text}
            <Show when={import.meta.env.DEV && notice()?.code === "failed"}>
              <ErrorDetails stack={notice()?.typed} />
            </Show>
          </Alert>
        </div>
      )}
    </Show>
  );
}
