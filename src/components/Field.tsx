import { createUniqueId, type JSX } from "solid-js";

/** A form field with a label. The children get the id that the label refers to. */
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
