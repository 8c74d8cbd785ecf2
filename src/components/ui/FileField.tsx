// A field for files, with its label. The action gets a `File`. The browser never keeps a file: after a refusal without
// JavaScript, and after a new sign-in, the user chooses it again. `maxBodyBytes` in app.config.ts limits its size.

import type { JSX } from "solid-js";
import { FieldFrame, type FieldProps, useField } from "./use-field";

type Attributes = Pick<
  JSX.InputHTMLAttributes<HTMLInputElement>,
  "accept" | "capture" | "disabled" | "multiple" | "onChange" | "required"
>;

export function FileField(props: Omit<FieldProps, "value"> & Attributes) {
  const field = useField(props, () => [], "file");
  return (
    <FieldFrame field={field} own={props}>
      <input
        ref={field.ref}
        id={field.id}
        name={props.name}
        type="file"
        accept={props.accept}
        capture={props.capture}
        disabled={props.disabled}
        multiple={props.multiple}
        required={props.required}
        onChange={props.onChange}
        autofocus={field.isFirst()}
        aria-invalid={field.invalid()}
        aria-describedby={field.describedBy()}
        class="input p-2 file:me-3 file:min-h-8 file:rounded-sm file:border file:border-edge file:bg-muted file:px-3 file:text-sm file:font-medium"
      />
    </FieldFrame>
  );
}
