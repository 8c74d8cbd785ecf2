// The common part of the forms of actions (Form.tsx) and of the auth route (AuthForm.tsx). Without JavaScript a form is
// an ordinary POST. With JavaScript it is sent in the background: one press is one request.

import { children, createEffect, createSignal, For, onCleanup, type ParentProps, Show } from "solid-js";
import { formText } from "~/messages/forms";
import { Alert } from "./ui/Alert";

export interface FormMessage {
  title?: string;
  text: string;
  /** Whether the message is no error. */
  isNote?: boolean;
}

/** If sending takes longer, a screen reader says that the form is being sent. */
const LATE_MS = 1000;

interface PostFormProps extends ParentProps {
  /** The URL to which the browser posts the form. */
  action: string;
  /** Hidden fields. Fields without a value are left out. */
  fields: Record<string, string | undefined>;
  /** Whether the form can have fields for files. */
  isMultipart?: boolean;
  /** Called at a press, unless the form is already being sent. */
  onSubmit: (event: SubmitEvent & { currentTarget: HTMLFormElement }) => void;
  ref?: (form: HTMLFormElement) => void;
  /** Called when the form was closed, or its action was carried out. */
  onReset?: () => void;
  isPending: boolean;
  message: FormMessage | undefined;
  /** Whether the answer leads to another page. */
  isLeaving?: boolean;
  /** Whether another form is being sent. */
  isDisabled?: boolean;
  class: string | undefined;
}

export function PostForm(props: PostFormProps) {
  // This comes before the form itself, which depends on its fields.
  const content = children(() => props.children);
  const fields = () => Object.entries(props.fields).filter(([, value]) => value !== undefined);
  const [isLate, setLate] = createSignal(false);
  createEffect(() => {
    setLate(false);
    if (!props.isPending) return;
    const timer = setTimeout(setLate, LATE_MS, true);
    onCleanup(() => clearTimeout(timer));
  });
  return (
    <form
      ref={props.ref}
      method="post"
      action={props.action}
      enctype={props.isMultipart ? "multipart/form-data" : undefined}
      aria-busy={props.isPending || props.isLeaving}
      onSubmit={(event) => (props.isPending ? event.preventDefault() : props.onSubmit(event))}
      on:reset={() => props.onReset?.()}
      onClick={refuseRepeated}
      onKeyDown={refuseRepeated}
    >
      <fieldset role="none" disabled={props.isDisabled} class={`min-w-0 ${props.class ?? ""}`}>
        <For each={fields()}>{([name, value]) => <input type="hidden" name={name} value={value} />}</For>
        <Show when={props.message} keyed>
          {({ title, text, isNote }) => (
            <div class="w-full">
              <Alert tone={isNote ? "note" : "bad"}>
                <Show when={title}>
                  <strong class="block font-semibold">{title}</strong>
                </Show>
                {text}
              </Alert>
            </div>
          )}
        </Show>
        {content()}
        <span class="sr-only" aria-live="polite">
          {isLate() && formText.sending}
        </span>
      </fieldset>
    </form>
  );
}

/** A double click's second click and a held Enter do not count as further presses. */
function refuseRepeated(event: MouseEvent | KeyboardEvent): void {
  const isRepeated = event instanceof MouseEvent ? event.detail > 1 : event.repeat && event.key === "Enter";
  const presses = event instanceof MouseEvent ? "button" : "button, input";
  if (isRepeated && (event.target as Element).closest(presses)) event.preventDefault();
}
