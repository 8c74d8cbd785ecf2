// A choice of one option, or with `multiple` of several, with its label.

import { createMemo, For, type JSX } from "solid-js";
import { FieldFrame, type FieldProps, useField } from "./use-field";

type Attributes = Pick<
  JSX.SelectHTMLAttributes<HTMLSelectElement>,
  "autocomplete" | "disabled" | "multiple" | "onChange" | "required" | "size"
>;

/** @param props `options` are values with their labels, in their order. With `multiple`, `value` is a list */
export function Select(
  props: Omit<FieldProps, "value"> &
    Attributes & { value?: string | readonly string[] | null; options: { value: string; label: string }[] },
) {
  // Compares by value, so that a choice stays when the options are new objects: a query makes new objects after each
  // action.
  const labels = createMemo(() => new Map(props.options.map(({ value, label }) => [value, label])));
  const field = useField(props, () => [...labels().keys()].filter((value) => [props.value].flat().includes(value)));
  return (
    <FieldFrame field={field} own={props}>
      <select
        ref={field.ref}
        id={field.id}
        name={props.name}
        autocomplete={props.autocomplete}
        disabled={props.disabled}
        multiple={props.multiple}
        required={props.required}
        size={props.size}
        onChange={props.onChange}
        autofocus={field.isFirst()}
        aria-invalid={field.invalid()}
        aria-describedby={field.describedBy()}
        class="input"
      >
        <For each={[...labels().keys()]}>
          {(value) => (
            <option value={value} bool:selected={field.begun()?.includes(value)}>
              {labels().get(value)}
            </option>
          )}
        </For>
      </select>
    </FieldFrame>
  );
}
