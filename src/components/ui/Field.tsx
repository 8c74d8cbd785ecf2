// A field of one line, with its label. A box to tick is a `Checkbox`, a choice is a `Select` or `Radios`, and a file is
// a `FileField`. Attributes are written one by one, as in Button.tsx: a spread needs code that all pages then load. Add
// further attributes here.

import type { JSX } from "solid-js";
import { FieldFrame, type FieldProps, textOf, useField } from "./use-field";

type InputAttributes = Pick<
  JSX.InputHTMLAttributes<HTMLInputElement>,
  | (
      | "autocapitalize"
      | "autocomplete"
      | "autocorrect"
      | "enterkeyhint"
      | "inputmode"
      | "list"
      | "pattern"
      | "placeholder"
      | "spellcheck"
    )
  | ("disabled" | "multiple" | "readonly" | "required")
  | ("max" | "maxlength" | "min" | "minlength" | "step")
  | ("onChange" | "onInput")
>;

type Calendar = "date" | "time" | "datetime-local" | "month" | "week";

/** The types of fields with a text. `checked` and `files` are not values. */
type TextType = "text" | "email" | "url" | "tel" | "search" | "number" | Calendar | "range" | "color" | "password";

export function Field(
  props: FieldProps & InputAttributes & { type?: TextType; isInvalid?: boolean; inputClass?: string },
) {
  const field = useField(props, () => [textOf(props.value)]);
  return (
    <FieldFrame field={field} own={props}>
      <input
        ref={field.ref}
        id={field.id}
        name={props.name}
        type={props.type}
        attr:value={field.begun()?.[0]}
        autocapitalize={props.autocapitalize}
        autocomplete={props.autocomplete}
        autocorrect={props.autocorrect}
        enterkeyhint={props.enterkeyhint}
        inputmode={props.inputmode}
        list={props.list}
        pattern={props.pattern}
        placeholder={props.placeholder}
        spellcheck={props.spellcheck}
        disabled={props.disabled}
        multiple={props.multiple}
        readonly={props.readonly}
        required={props.required}
        max={props.max}
        maxlength={props.maxlength}
        min={props.min}
        minlength={props.minlength}
        step={props.step}
        onChange={props.onChange}
        onInput={props.onInput}
        autofocus={field.isFirst()}
        aria-invalid={props.isInvalid ? "true" : field.invalid()}
        aria-describedby={field.describedBy()}
        class={`input ${props.inputClass ?? ""}`.trim()}
      />
    </FieldFrame>
  );
}
