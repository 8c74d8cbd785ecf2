// A field of several lines, with its label. `plainLines` of solid-authjs checks the typed text; `plainText` makes one
// line of it.

import type { JSX } from "solid-js";
import { FieldFrame, type FieldProps, textOf, useField } from "./use-field";

type Attributes = Pick<
  JSX.TextareaHTMLAttributes<HTMLTextAreaElement>,
  | ("autocomplete" | "disabled" | "maxlength" | "minlength" | "onChange" | "onInput" | "placeholder" | "readonly")
  | ("required" | "rows" | "spellcheck")
>;

export function TextArea(props: FieldProps & Attributes) {
  const field = useField(props, () => [textOf(props.value)]);
  return (
    <FieldFrame field={field} own={props}>
      <textarea
        ref={field.ref}
        id={field.id}
        name={props.name}
        // Browsers remove a line break at the beginning.
        textContent={field.begun()?.map((text) => `\n${text}`)[0]}
        rows={props.rows ?? 4}
        autocomplete={props.autocomplete}
        disabled={props.disabled}
        maxlength={props.maxlength}
        minlength={props.minlength}
        placeholder={props.placeholder}
        readonly={props.readonly}
        required={props.required}
        spellcheck={props.spellcheck}
        onChange={props.onChange}
        onInput={props.onInput}
        autofocus={field.isFirst()}
        aria-invalid={field.invalid()}
        aria-describedby={field.describedBy()}
        class="input py-2.5"
      />
    </FieldFrame>
  );
}
