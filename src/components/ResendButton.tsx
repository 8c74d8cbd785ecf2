import { createSignal, onCleanup, onMount } from "solid-js";

/** Most mails are there by then. */
const WAIT_SECONDS = 30;

/** "Send it again", after a while. Without JavaScript at once. */
export function ResendButton() {
  const [seconds, setSeconds] = createSignal(0);
  onMount(() => {
    setSeconds(WAIT_SECONDS);
    const timer = setInterval(() => {
      if (setSeconds((left) => left - 1) === 0) clearInterval(timer);
    }, 1000);
    onCleanup(() => clearInterval(timer));
  });
  return (
    <button type="submit" disabled={seconds() > 0} class="button button-outlined button-wide tabular-nums">
      {seconds() > 0 ? `Send it again in ${seconds()} s` : "Send it again"}
    </button>
  );
}
