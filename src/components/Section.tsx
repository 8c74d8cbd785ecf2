import { createUniqueId, type ParentProps } from "solid-js";

/** A section of a page with its own heading. */
export function Section(props: ParentProps<{ title: string }>) {
  const id = createUniqueId();
  return (
    <section aria-labelledby={id} class="grid gap-3">
      <h2 id={id}>{props.title}</h2>
      <div class="rounded-card border border-line bg-surface shadow-card dark:shadow-none">{props.children}</div>
    </section>
  );
}
