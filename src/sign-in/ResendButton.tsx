import { createSignal, onCleanup, onMount } from "solid-js";
import { Submit } from "~/components/ui/Submit";
import { inboxText } from "~/messages/email-link";

/** Most mails arrive within this time. */
const WAIT_SECONDS = 30;

/** The button "Send it again", enabled after a countdown. Without JavaScript it is enabled immediately. */
export function ResendButton() {
  const [seconds, setSeconds] = createSignal(0);
  const [isOver, setOver] = createSignal(false);
  onMount(() => {
    // A phone stops the timers of a page while another app is in front.
    const end = Date.now() + WAIT_SECONDS * 1000;
    setSeconds(WAIT_SECONDS);
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setSeconds(left);
      if (left > 0) return;
      clearInterval(timer);
      setOver(true);
    }, 1000);
    onCleanup(() => clearInterval(timer));
  });
  return (
    <>
      {/* A translator program replaces the text, and the countdown then stops. */}
      <Submit variant="outline" isWide disabled={seconds() > 0} class="notranslate tabular-nums">
        {seconds() > 0 ? inboxText.againIn(seconds()) : inboxText.again}
      </Submit>
      <span class="sr-only" aria-live="polite">
        {isOver() && inboxText.againNow}
      </span>
    </>
  );
}
