// A choice of one option, with its label. The action gets one value, so there is no `multiple`. All other attributes
// are those of a `<select>`.

import { For, type JSX, onMount, splitProps } from "solid-js";
import { FIELD_PROPS, FieldFrame, type FieldProps, useField } from "./use-field";

type Attributes = Omit<JSX.SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps | "ref" | "children" | "multiple">;

/** @param props `options` are values with their labels, in their order */
export function Select(props: FieldProps & Attributes & { options: { value: string; label: string }[] }) {
  const field = useField(props);
  const [own, attributes] = splitProps(props, [...FIELD_PROPS, "options"]);
  let control!: HTMLSelectElement;
  // A user can have chosen before the page's script ran.
  onMount(() => field.setValue(control.value));
  return (
    <FieldFrame field={field} own={own}>
      <select
        {...attributes}
        ref={(element) => {
          field.ref(element);
          control = element;
        }}
        // The options can come anew, as those of a query do after each action.
        on:change={(event) => field.setValue(event.currentTarget.value)}
        id={field.id}
        name={own.name}
        autofocus={field.takesFocus()}
        aria-invalid={field.error() ? "true" : "false"}
        aria-describedby={field.describedBy()}
        class="input"
      >
        <For each={own.options}>
          {({ value, label }) => (
            <option value={value} selected={value === field.value()}>
              {label}
            </option>
          )}
        </For>
      </select>
    </FieldFrame>
  );
}
