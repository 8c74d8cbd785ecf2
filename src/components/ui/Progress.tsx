import { useIsRouting } from "@solidjs/router";
import { createEffect, createSignal, onCleanup, Show } from "solid-js";
import { layoutText } from "~/messages/layout";

/** The bar appears after this time: for faster navigations it only flickers. */
const DELAY_MS = 400;

/** A thin bar at the top while the next page loads. */
export function Progress() {
  const isRouting = useIsRouting();
  const [isLate, setLate] = createSignal(false);
  createEffect(() => {
    setLate(false);
    if (!isRouting()) return;
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    onCleanup(() => clearTimeout(timer));
  });
  return (
    <Show when={isLate()}>
      <div role="progressbar" aria-label={layoutText.loading} class="progress" />
    </Show>
  );
}
