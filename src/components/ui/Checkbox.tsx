// A box to tick, with its label beside it. The action gets its `value`, or nothing. Several boxes can have one name.
// All other attributes are those of an `<input>`.

import { type JSX, mergeProps, splitProps } from "solid-js";
import { FieldNotes, type FieldProps, useField } from "./use-field";

type Attributes = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | "ref" | "type" | "checked">;

/** @param props `value` is "on" by default; `isTicked` is its own state, to which it returns after a success */
export function Checkbox(
  props: Omit<FieldProps, "value" | "isLabelHidden"> & Attributes & { value?: string; isTicked?: boolean },
) {
  const value = () => props.value ?? "on";
  const field = useField(mergeProps(props, { type: "checkbox" }), () => (props.isTicked ? [value()] : []));
  const [, attributes] = splitProps(props, ["name", "label", "id", "value", "hint", "class", "isTicked"]);
  return (
    <div class={`grid gap-1.5 ${props.class ?? ""}`}>
      <label class="flex min-h-11 items-center gap-3">
        <input
          {...attributes}
          {...field.begin((values) => ({ checked: values.includes(value()) }))}
          {...field.attributes()}
          ref={field.ref}
          type="checkbox"
          value={value()}
          class="size-5 shrink-0 accent-primary"
        />
        {props.label}
      </label>
      <FieldNotes field={field} hint={props.hint} />
    </div>
  );
}
