// The message about the last action, at the top of the page. It is announced and focused, and stays in view. An action
// leaves a notice for the page it redirects to; code that runs only in the browser calls `announce` instead. The notice
// goes when the user leaves the page.

import { useLocation } from "@solidjs/router";
import { createEffect, createMemo, createSignal, on, onMount, Show } from "solid-js";
import { hasFailedPress } from "start-kit/browser";
import { AGAIN } from "~/lib/url";
import { pressAgainText, updatedNotice } from "~/messages/errors";
import type { NoticeText } from "~/messages/notices";
import { useSession } from "~/session";
import { Alert } from "./ui/Alert";
import { Status } from "./ui/Status";

const [announced, setAnnounced] = createSignal<NoticeText>();

/** Shows a message instead of the last one. It runs only in the browser. */
export function announce(notice: NoticeText): void {
  setAnnounced({ ...notice });
}

const seen = new WeakSet<object>();

/** The notice of the last action. */
function useNotice() {
  const session = useSession();
  const notice = () => session()?.notice;
  // The Back button restores a page's data, and with it the notice.
  return createMemo<ReturnType<typeof notice>>((last) => {
    const next = notice();
    if (last && last !== next) seen.add(last);
    return next && seen.has(next) ? undefined : next;
  });
}

export function Notice() {
  const notice = useNotice();
  const location = useLocation();
  onMount(() => hasFailedPress() && announce(updatedNotice));
  const forget = () => setAnnounced(undefined);
  createEffect(on(notice, (arrived) => arrived && forget(), { defer: true }));
  createEffect(on(() => location.pathname, forget, { defer: true }));
  const again = () => (location.query[AGAIN] === "" ? { tone: "note", ...pressAgainText } : undefined);
  const shown = () => announced() ?? notice() ?? again();
  const isBad = () => shown()?.tone === "bad";
  return (
    <>
      <Status tone={shown()?.tone === "note" ? "note" : "good"} when={!isBad() && shown()} isSticky>
        {({ text }) => text}
      </Status>
      {/* It has a key, so that the same text is announced again. */}
      <Show when={isBad() && shown()} keyed>
        {({ text }) => (
          <Alert tone="bad" isSticky>
            {text}
          </Alert>
        )}
      </Show>
    </>
  );
}
