// A form behind its own button: the first press opens it in place, the next one sends it. In the form is a field, or a
// question about what the button does. Without JavaScript, the first press loads the page again, with the open form in
// its query.

import { type Action, useLocation } from "@solidjs/router";
import { createEffect, createSignal, on, onMount, type ParentProps, Show } from "solid-js";
import { recall } from "start-kit/conveniences";
import { formText } from "~/messages/forms";
import { usePageData } from "~/page-data";
import { ActionForm } from "./ActionForm";
import { Button } from "./Button";
import { typedKey } from "./Field";
import { useNotice } from "./Notice";
import { RowButton } from "./Row";

interface OpeningFormProps extends ParentProps {
  action: Action<[FormData], unknown>;
  /** Hidden fields. */
  fields?: Record<string, string>;
  /** The button. */
  label: string;
  /** The row, where several have such a button. */
  of?: string;
  icon?: string;
  /** The button's classes. */
  class?: string;
  /** Asked instead of a field. */
  question?: string;
  /** The id of the field. An error there opens the form. */
  field?: string;
}

/** The children are the form's one visible field, with `autofocus`. */
export function OpeningForm(props: OpeningFormProps) {
  const location = useLocation();
  const notice = useNotice();
  const isRefused = () => props.field !== undefined && notice()?.field === props.field;
  const pressed = usePageData("pressed");
  const isAsked = () => {
    const given = pressed()?.fields ?? location.query;
    return Object.entries({ ...props.fields, open: props.label }).every(([name, value]) => given[name] === value);
  };
  const [isOpen, setOpen] = createSignal(isAsked() || isRefused());
  const user = usePageData("user");
  onMount(() => props.field && recall(typedKey(user()?.id, props.field)) !== undefined && setOpen(true));
  createEffect(on(notice, (arrived) => arrived && setOpen(isRefused()), { defer: true }));
  let element: HTMLDivElement | undefined;

  function open(event: MouseEvent) {
    if (isOpen()) return;
    event.preventDefault();
    setOpen(true);
    const first = element?.querySelector<HTMLElement>("[autofocus]");
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }

  // The link is `external`: pressed before the page's script runs, it loads the page. The router would leave the form
  // open.
  function close(event: Event) {
    event.preventDefault();
    setOpen(false);
    // A press from before the script ran has opened it by the query. A navigation would load the page's data anew.
    history.replaceState(history.state, "", location.pathname);
    element?.querySelector("button")?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: no control itself; Escape in a control inside bubbles up to it.
    <div
      ref={element}
      class={isOpen() ? "order-last w-full" : ""}
      onKeyDown={(event) => isOpen() && event.key === "Escape" && close(event)}
    >
      <ActionForm action={props.action} fields={props.fields} class="flex flex-wrap items-start gap-2">
        <Show when={isOpen()}>
          <div class="min-w-40 flex-1 max-sm:basis-full">
            <Show when={props.question} fallback={props.children}>
              <p tabindex="-1" autofocus class="flex min-h-11 items-center wrap-anywhere outline-none">
                {props.question}
              </p>
            </Show>
          </div>
        </Show>
        <RowButton
          icon={props.icon}
          label={props.label}
          of={props.of}
          isLabelled={isOpen()}
          class={props.class}
          name="open"
          value={props.label}
          formmethod={isOpen() ? undefined : "get"}
          formaction={isOpen() ? undefined : location.pathname}
          onPress={open}
        />
        <Show when={isOpen()}>
          <Button href={location.pathname} rel="external" variant="ghost" onClick={close}>
            {formText.cancel}
          </Button>
        </Show>
      </ActionForm>
    </div>
  );
}
