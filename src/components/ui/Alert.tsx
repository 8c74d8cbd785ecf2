import { onMount, type ParentProps } from "solid-js";

const TONES = {
  bad: "border-destructive/25 bg-destructive-soft text-destructive",
  note: "border-note/25 bg-note-soft text-note",
  good: "border-good/25 bg-good-soft text-good",
};

type Tone = keyof typeof TONES;

/** The look of a message. */
export function messageClass(tone: Tone, isSticky?: boolean): string {
  const place = isSticky ? "sticky-alert" : "";
  return `rounded-md border px-4 py-3 text-sm leading-6 wrap-anywhere outline-none ${TONES[tone]} ${place}`;
}

/**
 * A message that interrupts a screen reader: it stops a visitor from going on. It takes the focus when it is mounted.
 * Status.tsx shows other messages.
 *
 * @param props `isSticky` keeps it in view
 */
export function Alert(props: ParentProps<{ tone: "bad" | "note"; isSticky?: boolean }>) {
  let element: HTMLDivElement | undefined;
  // By default, the focus scrolls to where a sticky element starts.
  onMount(() => element?.focus({ preventScroll: props.isSticky }));
  return (
    <div ref={element} role="alert" tabindex="-1" class={messageClass(props.tone, props.isSticky)}>
      {props.children}
    </div>
  );
}
