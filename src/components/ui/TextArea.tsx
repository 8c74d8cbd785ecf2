// A field of several lines, with its label. `plainLines` of solid-authjs checks what is typed, where `plainText` would
// make one line of it. All other attributes are those of a `<textarea>`.

import { type JSX, splitProps } from "solid-js";
import { isServer } from "solid-js/web";
import { FIELD_PROPS, FieldFrame, type FieldProps, useTextField } from "./use-field";

type Attributes = Omit<JSX.TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps | "ref">;

export function TextArea(props: FieldProps & Attributes) {
  const field = useTextField(props);
  const [own, attributes] = splitProps(props, FIELD_PROPS);
  // In HTML its value is its content, of which browsers leave out a line break at the beginning.
  const text = isServer ? { textContent: `\n${field.text}` } : { value: field.text };
  return (
    <FieldFrame field={field} own={own}>
      <textarea
        rows={4}
        {...attributes}
        {...text}
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
