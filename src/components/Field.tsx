import { createUniqueId, type JSX } from "solid-js";

/** A labelled field of a form. Its content gets the id that the label is for. */
export function Field(props: { label: string; class?: string; children: (id: string) => JSX.Element }) {
  const id = createUniqueId();
  return (
    <div class={`grid gap-1.5 ${props.class ?? ""}`}>
      <label for={id} class="text-sm font-medium">
        {props.label}
      </label>
      {props.children(id)}
    </div>
  );
}
