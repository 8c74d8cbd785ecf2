// A box to tick, with its label beside it. The action gets its `value`, or nothing. Several boxes can have one name.

import type { JSX } from "solid-js";
import { FieldNotes, type FieldProps, useField } from "./use-field";

type Attributes = Pick<JSX.InputHTMLAttributes<HTMLInputElement>, "disabled" | "onChange" | "required">;

/** @param props `value` is "on" by default; `isTicked` is the box's own state, to which it returns after a success */
export function Checkbox(
  props: Omit<FieldProps, "value" | "isLabelHidden"> & Attributes & { value?: string; isTicked?: boolean },
) {
  const value = () => props.value ?? "on";
  const field = useField(props, () => (props.isTicked ? [value()] : []));
  return (
    <div class={`grid gap-1.5 ${props.class ?? ""}`}>
      <label class="flex min-h-11 items-center gap-3">
        <input
          ref={field.ref}
          id={field.id}
          name={props.name}
          type="checkbox"
          value={value()}
          bool:checked={field.begun()?.includes(value())}
          disabled={props.disabled}
          required={props.required}
          onChange={props.onChange}
          autofocus={field.isFirst()}
          aria-invalid={field.invalid()}
          aria-describedby={field.describedBy()}
          class="size-5 shrink-0 accent-primary"
        />
        {props.label}
      </label>
      <FieldNotes field={field} hint={props.hint} />
    </div>
  );
}
