// A form field with its label. If an action refuses its input, the notice names the field by its id: the text stands
// under the field, and what was typed stays in it.

import { useBeforeLeave } from "@solidjs/router";
import { createEffect, createMemo, createSignal, type JSX, on, onCleanup, onMount, Show } from "solid-js";
import { forget, keep, recall } from "start-kit/conveniences";
import { usePageData } from "~/page-data";
import { useNotice } from "./Notice";

type InputAttributes = Pick<
  JSX.InputHTMLAttributes<HTMLInputElement>,
  | "type"
  | "required"
  | "readonly"
  | "autofocus"
  | "maxlength"
  | "placeholder"
  | "autocomplete"
  | "autocapitalize"
  | "autocorrect"
  | "enterkeyhint"
>;

/** Where this tab keeps what a user typed before they had to sign in again. Another user has another key. */
export const typedKey = (userId: string | undefined, field: string) => `typed ${userId} ${field}`;

const KEEP = "keep-typed";

/** Keeps what the user has typed on this page, for when the page has been loaded again. */
export function keepTyped(): void {
  dispatchEvent(new Event(KEEP));
}

interface FieldProps extends InputAttributes {
  /** Unique on its page. */
  id: string;
  name: string;
  label: string;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  value?: string;
  spellcheck?: boolean;
  isInvalid?: boolean;
  onInput?: (input: HTMLInputElement) => void;
  class?: string;
  inputClass?: string;
}

/** Attributes stand here one by one, because Solid's code for spread ones would be on every page. */
export function Field(props: FieldProps) {
  const notice = useNotice();
  const refusal = createMemo(() => {
    const last = notice();
    return last?.field === props.id ? last : undefined;
  });
  const errorId = () => `${props.id}-error`;
  // Set again only if the value itself has changed, so that the field keeps what is being typed.
  const [value, setValue] = createSignal(refusal()?.typed ?? props.value);
  createEffect(on(() => props.value, setValue, { defer: true }));
  let input: HTMLInputElement | undefined;
  createEffect(() => refusal() && input?.focus());
  const user = usePageData("user");
  const key = () => typedKey(user()?.id, props.id);
  const keepValue = () => {
    // No codes and no confirmations.
    const isKept = !["one-time-code", "off"].includes(String(props.autocomplete));
    if (isKept && user() && input?.value !== (value() ?? "")) keep(key(), input?.value ?? "");
  };
  useBeforeLeave(({ to }) => String(to).startsWith("/sign-in?error=") && keepValue());
  onMount(() => {
    addEventListener(KEEP, keepValue);
    onCleanup(() => removeEventListener(KEEP, keepValue));
    if (!user()) return;
    setValue((shown) => recall(key()) ?? shown);
    forget(key());
  });
  return (
    <div class={`grid gap-1.5 ${props.class ?? ""}`}>
      <label for={props.id} class={props.isLabelHidden ? "sr-only" : "text-sm font-medium"}>
        {props.label}
      </label>
      <input
        ref={input}
        id={props.id}
        name={props.name}
        type={props.type}
        value={value()}
        required={props.required}
        readonly={props.readonly}
        maxlength={props.maxlength}
        placeholder={props.placeholder}
        autocomplete={props.autocomplete}
        autocapitalize={props.autocapitalize}
        autocorrect={props.autocorrect}
        enterkeyhint={props.enterkeyhint}
        onInput={(event) => props.onInput?.(event.currentTarget)}
        spellcheck={props.spellcheck}
        autofocus={props.autofocus || refusal() !== undefined}
        aria-invalid={props.isInvalid || refusal() ? "true" : "false"}
        aria-describedby={refusal() && errorId()}
        class={`input ${props.inputClass ?? ""}`}
      />
      {/* Keyed, so that the same text a second time is announced again. */}
      <Show when={refusal()} keyed>
        {({ text }) => (
          <p id={errorId()} role="alert" class="text-sm text-destructive">
            {text}
          </p>
        )}
      </Show>
    </div>
  );
}
