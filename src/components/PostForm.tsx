// What the forms of actions (Form.tsx) and of the auth route (AuthForm.tsx) have in common. Without JavaScript a form
// is an ordinary POST. With JavaScript it is sent in the background: one press is one request, and if no answer comes,
// the form says so and can be sent again.

import { children, createEffect, createSignal, For, type ParentProps, Show } from "solid-js";
import { formText } from "~/messages/forms";
import { Alert } from "./ui/Alert";

export interface FormError {
  title?: string;
  text: string;
}

/** A screen reader says that the form is being sent if it takes longer. */
const LATE_MS = 1000;

interface PostFormProps extends ParentProps {
  /** Where the browser posts it. */
  action: string;
  /** Hidden fields. Those without a value are left out. */
  fields: Record<string, string | undefined> | undefined;
  /** Whether a field sends a file, for a browser without the script. Asked once the fields are there. */
  hasFiles?: () => boolean;
  /** Sends the form in the background. It rejects only before the request. @returns what the form then says */
  send: (
    body: URLSearchParams | FormData,
    pressed: HTMLElement,
    form: HTMLFormElement,
  ) => Promise<FormError | undefined>;
  /** What the form says before it is sent again. */
  message?: FormError;
  /** Its answer leads to another page. */
  isLeaving?: boolean;
  /** Another form is under way. */
  isDisabled?: boolean;
  class: string | undefined;
}

export function PostForm(props: PostFormProps) {
  // Before the form itself: it depends on its fields.
  const content = children(() => props.children);
  const fields = () => Object.entries(props.fields ?? {}).filter(([, value]) => value !== undefined);
  const [isPending, setPending] = createSignal(false);
  const [isLate, setLate] = createSignal(false);
  const [error, setError] = createSignal<FormError>();
  createEffect(() => props.isDisabled && setError(undefined));

  async function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault();
    if (isPending()) return;
    const { currentTarget: form, submitter } = event;
    setError(undefined);
    setPending(true);
    const timer = setTimeout(() => setLate(true), LATE_MS);
    try {
      const data = new FormData(form);
      // By hand, since Chrome 111 does not know the second argument.
      const { name, value } = fieldOf(submitter);
      if (name) data.append(name, value ?? "");
      const hasFile = [...data.values()].some((value) => value instanceof File);
      const body = hasFile ? data : new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
      setError(await props.send(body, submitter ?? form, form));
    } catch (error) {
      console.error(error);
      sendPlainly(form, submitter);
    }
    clearTimeout(timer);
    setLate(false);
    setPending(false);
  }

  return (
    <form
      method="post"
      action={props.action}
      enctype={props.hasFiles?.() ? "multipart/form-data" : undefined}
      aria-busy={isPending() || props.isLeaving}
      onSubmit={submit}
      onClick={refuseRepeated}
      onKeyDown={refuseRepeated}
    >
      <fieldset role="none" disabled={props.isDisabled} class={`min-w-0 ${props.class ?? ""}`}>
        <For each={fields()}>{([name, value]) => <input type="hidden" name={name} value={value} />}</For>
        <Show when={error() ?? props.message} keyed>
          {({ title, text }) => (
            <div class="w-full">
              <Alert tone="bad">
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

/** What a pressed button adds to its form. */
function fieldOf(submitter: HTMLElement | null): Partial<HTMLButtonElement> {
  return submitter ?? {};
}

/** Sends a form as the browser does without a script: the page's own has failed, or the browser lacks what it needs. */
function sendPlainly(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const { name, value } = fieldOf(submitter);
  if (name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  // A field can be called "submit".
  HTMLFormElement.prototype.submit.call(form);
}

/** A double click's second click and a held Enter are not further presses. */
function refuseRepeated(event: MouseEvent | KeyboardEvent): void {
  const isRepeated = event instanceof MouseEvent ? event.detail > 1 : event.repeat && event.key === "Enter";
  const presses = event instanceof MouseEvent ? "button" : "button, input";
  if (isRepeated && (event.target as Element).closest(presses)) event.preventDefault();
}
