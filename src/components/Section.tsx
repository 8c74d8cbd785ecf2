import { createUniqueId, type ParentProps } from "solid-js";

/** A section of a page with its own heading. @param props `isDangerous` sets it apart */
export function Section(props: ParentProps<{ title: string; isDangerous?: boolean }>) {
  const id = createUniqueId();
  return (
    <section aria-labelledby={id} class="grid gap-3">
      <h2 id={id}>{props.title}</h2>
      <div
        class={`rounded-card border bg-surface shadow-card dark:shadow-none ${props.isDangerous ? "border-bad/35" : "border-line"}`}
      >
        {props.children}
      </div>
    </section>
  );
}
