// A field of one line, with its label. A box to tick is a `Checkbox`, a choice is a `Select` or `Radios`, a file a
// `FileField`. All other attributes are those of an `<input>`.

import { type JSX, splitProps } from "solid-js";
import { FIELD_PROPS, FieldFrame, type FieldProps, useField } from "./use-field";

type InputAttributes = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | "ref" | "type">;

type Calendar = "date" | "time" | "datetime-local" | "month" | "week";

/** Those with a text. `checked` and `files` are no values. */
type TextType = "text" | "email" | "url" | "tel" | "search" | "number" | Calendar | "range" | "color" | "password";

export function Field(
  props: FieldProps & InputAttributes & { type?: TextType; isInvalid?: boolean; inputClass?: string },
) {
  const field = useField(props, () => [String(props.value ?? "")]);
  const [own, attributes] = splitProps(props, [...FIELD_PROPS, "isInvalid", "inputClass"]);
  return (
    <FieldFrame field={field} own={own}>
      <input
        {...attributes}
        {...field.begin(([value]) => ({ value }))}
        {...field.attributes()}
        {...(own.isInvalid && { "aria-invalid": "true" })}
        ref={field.ref}
        class={`input ${own.inputClass ?? ""}`.trim()}
      />
    </FieldFrame>
  );
}
