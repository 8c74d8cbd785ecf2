// A box to tick, with its label beside it. The action gets "on", or nothing. All other attributes are those of an
// `<input>`.

import { type JSX, mergeProps, splitProps } from "solid-js";
import { FieldNotes, type FieldProps, useField } from "./use-field";

type Attributes = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | "ref" | "type" | "checked">;

const TICKED = "on";

/** @param props `isTicked` is its own value, to which it returns after a success */
export function Checkbox(props: Omit<FieldProps, "value" | "isLabelHidden"> & Attributes & { isTicked?: boolean }) {
  const field = useField(
    mergeProps(props, {
      type: "checkbox",
      get value() {
        return props.isTicked ? TICKED : "";
      },
    }),
  );
  const [, attributes] = splitProps(props, ["name", "label", "id", "hint", "class", "isTicked"]);
  return (
    <div class={`grid gap-1.5 ${props.class ?? ""}`}>
      <label class="flex min-h-11 items-center gap-3">
        <input
          {...attributes}
          ref={field.ref}
          id={field.id}
          type="checkbox"
          name={props.name}
          checked={field.value() === TICKED}
          autofocus={field.takesFocus()}
          aria-invalid={field.error() ? "true" : "false"}
          aria-describedby={field.describedBy()}
          class="size-5 shrink-0 accent-primary"
        />
        {props.label}
      </label>
      <FieldNotes field={field} own={props} />
    </div>
  );
}
