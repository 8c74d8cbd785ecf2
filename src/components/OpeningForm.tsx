// A form behind its own button: the first press opens it in place, the next one sends it. The form contains a field, or
// a question about the button's effect. It is a `<details>`, so it opens without JavaScript too, and before the page's
// script runs.

import { type Action, useLocation } from "@solidjs/router";
import { type ParentProps, Show, untrack } from "solid-js";
import { formText } from "~/messages/forms";
import { Form, useFormState } from "./Form";
import { Button } from "./ui/Button";
import { RowButton, RowSummary } from "./ui/Row";

interface OpeningFormProps extends ParentProps {
  action: Action<[FormData], unknown>;
  /** Hidden fields. */
  fields?: Record<string, string>;
  /** The button. */
  label: string;
  /** Names the row, if several rows have such a button. */
  subject?: string;
  icon?: string;
  /** The button's classes. */
  class?: string;
  /** The question, if there is no field. */
  question?: string;
}

/** The children are the form's fields. The first field has `autofocus`. */
export function OpeningForm(props: OpeningFormProps) {
  const location = useLocation();
  const identity = () => ({ ...props.fields, button: props.label });
  const state = useFormState({
    get action() {
      return props.action;
    },
    get identity() {
      return identity();
    },
  });
  const isOpen = untrack(() => state.isAgain() || Object.keys(state.result.errors).length > 0);
  let element!: HTMLDetailsElement;

  function focusFirst(): void {
    const first = element.open && element.querySelector<HTMLElement>("[autofocus]");
    if (!first) return;
    first.focus();
    if (first instanceof HTMLInputElement) first.select();
  }

  function close(event: Event): void {
    event.preventDefault();
    element.open = false;
    const form = element.querySelector("form");
    // A field can be called "reset".
    if (form) HTMLFormElement.prototype.reset.call(form);
    element.querySelector("summary")?.focus();
  }

  return (
    <details
      ref={element}
      open={isOpen}
      class="group/opening open:order-last open:w-full"
      // With an input method, Escape is about the letters that are being composed.
      onKeyDown={(event) => element.open && event.key === "Escape" && !event.isComposing && close(event)}
      on:toggle={() => element.contains(document.activeElement) && focusFirst()}
    >
      <RowSummary icon={props.icon} label={props.label} subject={props.subject} class={props.class} />
      <Form
        action={props.action}
        fields={props.fields}
        identity={identity()}
        onDone={() => {
          element.open = false;
        }}
        class="flex flex-wrap items-start gap-2"
      >
        <div class="min-w-40 flex-1 max-sm:basis-full">
          <Show when={props.question} fallback={props.children}>
            <p tabindex="-1" autofocus class="flex min-h-11 items-center wrap-anywhere outline-none">
              {props.question}
            </p>
          </Show>
        </div>
        <RowButton icon={props.icon} label={props.label} subject={props.subject} isLabelled class={props.class} />
        <Button href={location.pathname + location.search} rel="external" variant="ghost" onClick={close}>
          {formText.cancel}
        </Button>
      </Form>
    </details>
  );
}
