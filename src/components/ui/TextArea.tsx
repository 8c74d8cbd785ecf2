// A field of several lines, with its label. `plainLines` of solid-authjs checks what is typed, where `plainText` would
// make one line of it. All other attributes are those of a `<textarea>`.

import { type JSX, splitProps } from "solid-js";
import { isServer } from "solid-js/web";
import { FIELD_PROPS, FieldFrame, type FieldProps, useField } from "./use-field";

type Attributes = Omit<JSX.TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps | "ref">;

export function TextArea(props: FieldProps & Attributes) {
  const field = useField(props);
  const [own, attributes] = splitProps(props, FIELD_PROPS);
  // In HTML its value is its content.
  const text = () => (isServer ? { textContent: field.value() } : { value: field.value() });
  return (
    <FieldFrame field={field} own={own}>
      <textarea
        rows={4}
        {...attributes}
        {...text()}
        ref={field.ref}
        id={field.id}
        name={own.name}
        autofocus={field.takesFocus()}
        aria-invalid={field.error() ? "true" : "false"}
        aria-describedby={field.describedBy()}
        class="input py-2.5"
      />
    </FieldFrame>
  );
}
