import type { ParentProps } from "solid-js";

/**
 * A section of a page with its own heading. Its `id` is the fragment in links to it; `isDangerous` marks it as
 * dangerous.
 */
export function Section(props: ParentProps<{ id: string; title: string; isDangerous?: boolean }>) {
  return (
    <section aria-labelledby={props.id} class="grid gap-3">
      {/* The tabindex is needed because browsers move the focus to a fragment only if it can be focused. */}
      <h2 id={props.id} tabindex="-1" class="scroll-mt-8 justify-self-start rounded outline-offset-4">
        {props.title}
      </h2>
      <div
        class={`rounded-lg border bg-card shadow-card dark:shadow-none ${props.isDangerous ? "border-destructive/35" : "border-border"}`}
      >
        {props.children}
      </div>
    </section>
  );
}
