// A field of one line, with its label. A box to tick is a `Checkbox`, a choice is a `Select` or `Radios`, a file a
// `FileField`. All other attributes are those of an `<input>`.

import { type JSX, splitProps } from "solid-js";
import { FIELD_PROPS, FieldFrame, type FieldProps, useTextField } from "./use-field";

type InputAttributes = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | "ref" | "type">;

/** Those with a text. `checked` and `files` are no values. */
type TextType =
  | "text"
  | "email"
  | "url"
  | "tel"
  | "search"
  | "number"
  | "date"
  | "time"
  | "datetime-local"
  | "month"
  | "week"
  | "range"
  | "color"
  | "password";

export function Field(
  props: FieldProps & InputAttributes & { type?: TextType; isInvalid?: boolean; inputClass?: string },
) {
  const field = useTextField(props);
  const [own, attributes] = splitProps(props, [...FIELD_PROPS, "isInvalid", "inputClass"]);
  return (
    <FieldFrame field={field} own={own}>
      <input
        {...attributes}
        ref={field.ref}
        id={field.id}
        name={own.name}
        value={field.text}
        autofocus={field.takesFocus()}
        aria-invalid={own.isInvalid || field.error() ? "true" : "false"}
        aria-describedby={field.describedBy()}
        class={`input ${own.inputClass ?? ""}`.trim()}
      />
    </FieldFrame>
  );
}
