// The message about what has just happened, at the top of the page. It is announced and focused. An action leaves a notice for the
// page it redirects to; code that runs in the browser only calls `announce`.

import { createEffect, createSignal, on, Show } from "solid-js";
import { describeNotice, type NoticeText } from "~/messages/notices";
import { usePageData } from "~/session";
import { Alert } from "./Alert";
import { ErrorDetails } from "./ErrorDetails";

const [announced, setAnnounced] = createSignal<NoticeText>();

/** Shows a message in place of the last one. In the browser only. */
export function announce(notice: NoticeText): void {
  setAnnounced({ ...notice });
}

export function Notice() {
  const notice = usePageData("notice");
  createEffect(on(notice, () => setAnnounced(undefined), { defer: true }));
  const words = () => announced() ?? describeNotice(notice()?.code, notice()?.about);
  return (
    // Keyed, so that the same text a second time is announced again.
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
