import { createSignal, onCleanup, onMount } from "solid-js";

/** Most mails arrive within this time. */
const WAIT_SECONDS = 30;

/** The button "Send it again", enabled after a countdown. Without JavaScript it is enabled immediately. */
export function ResendButton() {
  const [seconds, setSeconds] = createSignal(0);
  const [isOver, setOver] = createSignal(false);
  onMount(() => {
    setSeconds(WAIT_SECONDS);
    const timer = setInterval(() => {
      if (setSeconds((left) => left - 1) > 0) return;
      clearInterval(timer);
      setOver(true);
    }, 1000);
    onCleanup(() => clearInterval(timer));
  });
  return (
    <>
      <button type="submit" disabled={seconds() > 0} class="button button-outlined button-wide tabular-nums">
        {seconds() > 0 ? `Send it again in ${seconds()} s` : "Send it again"}
      </button>
      <span class="sr-only" aria-live="polite">
        {isOver() && "You can send it again now."}
      </span>
    </>
  );
}
