// A field of one line, with its label. A box to tick is a `Checkbox`, a choice is a `Select`, a file a `FileField`. All
// other attributes are those of an `<input>`.

import { type JSX, splitProps } from "solid-js";
import type { HarmlessType } from "~/lib/form-fields";
import { FIELD_PROPS, FieldFrame, type FieldProps, useField } from "./use-field";

type InputAttributes = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | "ref" | "type">;

/** `checked` and `files` are no values. */
type TextType = Exclude<HarmlessType, "checkbox"> | "password";

export function Field(
  props: FieldProps & InputAttributes & { type?: TextType; isInvalid?: boolean; inputClass?: string },
) {
  const field = useField(props);
  const [own, attributes] = splitProps(props, [...FIELD_PROPS, "isInvalid", "inputClass"]);
  return (
    <FieldFrame field={field} own={own}>
      <input
        {...attributes}
        ref={field.ref}
        id={field.id}
        name={own.name}
        value={field.value()}
        autofocus={field.takesFocus()}
        aria-invalid={own.isInvalid || field.error() ? "true" : "false"}
        aria-describedby={field.describedBy()}
        class={`input ${own.inputClass ?? ""}`.trim()}
      />
    </FieldFrame>
  );
}
