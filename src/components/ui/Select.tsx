// A choice of one option, or with `multiple` of several, with its label. All other attributes are those of a
// `<select>`.

import { createMemo, For, type JSX, splitProps } from "solid-js";
import { FIELD_PROPS, FieldFrame, type FieldProps, useField } from "./use-field";

type Attributes = Omit<JSX.SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps | "ref" | "children">;

/** @param props `options` are values with their labels, in their order. With `multiple`, `value` is a list */
export function Select(
  props: Omit<FieldProps, "value"> &
    Attributes & { value?: string | readonly string[] | null; options: { value: string; label: string }[] },
) {
  // By value, so that a choice stays where the options come anew, as those of a query do after each action.
  const labels = createMemo(() => new Map(props.options.map(({ value, label }) => [value, label])));
  const field = useField(props, () => [...labels().keys()].filter((value) => [props.value].flat().includes(value)));
  const [own, attributes] = splitProps(props, [...FIELD_PROPS, "options"]);
  return (
    <FieldFrame field={field} own={own}>
      <select {...attributes} {...field.attributes()} ref={field.ref} class="input">
        <For each={[...labels().keys()]}>
          {(value) => (
            <option value={value} {...field.begin((values) => ({ selected: values.includes(value) }))}>
              {labels().get(value)}
            </option>
          )}
        </For>
      </select>
    </FieldFrame>
  );
}
