import { onMount, type ParentProps } from "solid-js";

const TONES = {
  bad: "border-bad/25 bg-bad-soft text-bad",
  note: "border-note/25 bg-note-soft text-note",
  good: "border-good/25 bg-good-soft text-good",
};

/** A message that matters now. It is announced, and takes the focus where it came with the page. */
export function Alert(props: ParentProps<{ tone: keyof typeof TONES }>) {
  let element: HTMLDivElement | undefined;
  onMount(() => element?.focus());
  return (
    <div
      ref={element}
      role={props.tone === "bad" ? "alert" : "status"}
      tabindex="-1"
      class={`rounded-control border px-4 py-3 text-sm leading-6 outline-none ${TONES[props.tone]}`}
    >
      {props.children}
    </div>
  );
}
