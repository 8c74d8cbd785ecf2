// A field of several lines, with its label. `plainLines` of solid-authjs checks what is typed, where `plainText` would
// make one line of it. All other attributes are those of a `<textarea>`.

import { type JSX, splitProps } from "solid-js";
import { FIELD_PROPS, FieldFrame, type FieldProps, useField } from "./use-field";

type Attributes = Omit<JSX.TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps | "ref">;

export function TextArea(props: FieldProps & Attributes) {
  const field = useField(props, () => [String(props.value ?? "")]);
  const [own, attributes] = splitProps(props, FIELD_PROPS);
  return (
    <FieldFrame field={field} own={own}>
      <textarea
        rows={4}
        {...attributes}
        // Browsers leave out a line break at the beginning.
        {...field.begin(([text]) => ({ textContent: `\n${text}` }))}
        {...field.attributes()}
        ref={field.ref}
        class="input py-2.5"
      />
    </FieldFrame>
  );
}
