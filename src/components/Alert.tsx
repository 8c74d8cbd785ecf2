import { onMount, type ParentProps } from "solid-js";

const TONES = {
  bad: "border-destructive/25 bg-destructive-soft text-destructive",
  note: "border-note/25 bg-note-soft text-note",
  good: "border-good/25 bg-good-soft text-good",
};

/**
 * A message that screen readers announce. It takes the focus when it is mounted.
 *
 * @param props `isUrgent` interrupts a screen reader, as a bad message always does; `isSticky` stays in view
 */
export function Alert(props: ParentProps<{ tone: keyof typeof TONES; isUrgent?: boolean; isSticky?: boolean }>) {
  let element: HTMLDivElement | undefined;
  // The focus would scroll to where a sticky element starts from.
  onMount(() => element?.focus({ preventScroll: props.isSticky }));
  return (
    <div
      ref={element}
      role={props.tone === "bad" || props.isUrgent ? "alert" : "status"}
      tabindex="-1"
      class={`rounded-md border px-4 py-3 text-sm leading-6 wrap-anywhere outline-none ${TONES[props.tone]} ${props.isSticky ? "sticky-alert" : ""}`}
    >
      {props.children}
    </div>
  );
}
