// A choice of one option, with all options in sight, and its label.

import { createMemo, For } from "solid-js";
import { FieldNotes, type FieldProps, useField } from "./use-field";

/** @param props `options` are values with their labels, in their order. Without a `value`, no option is chosen */
export function Radios(props: FieldProps & { options: { value: string; label: string }[]; required?: boolean }) {
  // Compares by value, as Select does: a query makes new objects after each action.
  const labels = createMemo(() => new Map(props.options.map(({ value, label }) => [value, label])));
  const field = useField(props, () =>
    [...labels().keys()].filter((value) => props.value != null && value === String(props.value)),
  );
  return (
    <div
      role="radiogroup"
      aria-labelledby={field.id}
      aria-invalid={field.invalid()}
      aria-describedby={field.describedBy()}
      class={`grid gap-1.5 ${props.class ?? ""}`}
    >
      <span id={field.id} class={props.isLabelHidden ? "sr-only" : "text-sm font-medium wrap-anywhere"}>
        {props.label}
      </span>
      <For each={[...labels().keys()]}>
        {(value) => (
          <label class="flex min-h-11 items-center gap-3">
            <input
              ref={field.ref}
              type="radio"
              name={props.name}
              value={value}
              bool:checked={field.begun()?.includes(value)}
              required={props.required}
              autofocus={Boolean(field.error())}
              class="size-5 shrink-0 accent-primary"
            />
            {labels().get(value)}
          </label>
        )}
      </For>
      <FieldNotes field={field} hint={props.hint} />
    </div>
  );
}
