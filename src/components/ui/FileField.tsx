// A field for files, with its label. The action gets a `File`. A file is never kept: after a refusal without
// JavaScript, and after a new sign-in, the user chooses it again. `maxBodyBytes` in app.config.ts bounds its size. All
// other attributes are those of an `<input>`.

import { type JSX, mergeProps, splitProps } from "solid-js";
import { FieldFrame, type FieldProps, useField } from "./use-field";

type Attributes = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | "ref" | "type">;

export function FileField(props: Omit<FieldProps, "value"> & Attributes) {
  const field = useField(mergeProps(props, { type: "file" }), () => []);
  const [own, attributes] = splitProps(props, ["name", "label", "id", "isLabelHidden", "hint", "class"]);
  return (
    <FieldFrame field={field} own={own}>
      <input
        {...attributes}
        {...field.attributes()}
        ref={field.ref}
        type="file"
        class="input p-2 file:me-3 file:min-h-8 file:rounded-sm file:border file:border-edge file:bg-muted file:px-3 file:text-sm file:font-medium"
      />
    </FieldFrame>
  );
}
