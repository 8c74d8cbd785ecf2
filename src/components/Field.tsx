// A form field with its label. If an action refuses its input, the notice names the field by its id: the text stands
// under the field, and what was typed stays in it.

import { createEffect, createMemo, createSignal, type JSX, on, Show, splitProps } from "solid-js";
import { describeNotice } from "~/messages/notices";
import { useNotice } from "./Notice";

interface FieldProps extends JSX.InputHTMLAttributes<HTMLInputElement> {
  /** Unique on its page. */
  id: string;
  label: string;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  value?: string;
  inputClass?: string;
}

/** The other properties are the input's, except `class`. */
export function Field(props: FieldProps) {
  const [own, attributes] = splitProps(props, ["label", "isLabelHidden", "value", "class", "inputClass"]);
  const notice = useNotice();
  const refusal = createMemo(() => {
    const last = notice();
    return last?.field === props.id ? last : undefined;
  });
  const errorId = () => `${props.id}-error`;
  // Set again only if the value itself has changed, so that the field keeps what is being typed.
  const [value, setValue] = createSignal(refusal()?.typed ?? own.value);
  createEffect(on(() => own.value, setValue, { defer: true }));
  let input: HTMLInputElement | undefined;
  createEffect(() => refusal() && input?.focus());
  return (
    <div class={`grid gap-1.5 ${own.class ?? ""}`}>
      <label for={props.id} class={own.isLabelHidden ? "sr-only" : "text-sm font-medium"}>
        {own.label}
      </label>
      <input
        {...attributes}
        ref={input}
        value={value()}
        class={`input ${own.inputClass ?? ""}`}
        autofocus={attributes.autofocus || Boolean(refusal())}
        aria-invalid={refusal() ? true : attributes["aria-invalid"]}
        aria-describedby={refusal() && errorId()}
      />
      {/* Keyed, so that the same text a second time is announced again. */}
      <Show when={refusal()} keyed>
        {({ code }) => (
          <p id={errorId()} role="alert" class="text-sm text-bad">
            {describeNotice(code)?.text}
          </p>
        )}
      </Show>
    </div>
  );
}
