// A form behind its own button: the first press opens it in place, the next one sends it. In the form is a field, or a
// question about what the button does. Without JavaScript, the first press loads the page again, with the id of the
// open form added to its query.

import { type Action, useLocation } from "@solidjs/router";
import { createSignal, For, type ParentProps, Show, untrack } from "solid-js";
import { KEPT } from "~/lib/form-fields";
import { formId } from "~/lib/form-id";
import { formText } from "~/messages/forms";
import { Form, useWasSent } from "./Form";
import { Button } from "./ui/Button";
import { RowButton } from "./ui/Row";

interface OpeningFormProps extends ParentProps {
  action: Action<[FormData], unknown>;
  /** Hidden fields. */
  fields?: Record<string, string>;
  /** The button. */
  label: string;
  /** The row, where several have such a button. */
  subject?: string;
  icon?: string;
  /** The button's classes. */
  class?: string;
  /** Asked instead of a field. */
  question?: string;
}

/** The name of the button. Its value is the form's id while that is closed, and the button's label in the form. */
const OPEN = "open";

/** The forms that were sent or closed since. A row that is made anew must not follow the page's query once more. */
const used = new Set<string>();

/** The children are the form's fields. The first has `autofocus`. */
export function OpeningForm(props: OpeningFormProps) {
  const location = useLocation();
  const identity = () => ({ ...props.fields, [OPEN]: props.label });
  const id = () => formId(props.action.toString(), identity());
  const [isOpen, setOpen] = createSignal(
    untrack(() => (location.query[OPEN] === id() && !used.has(id())) || useWasSent(props, id())),
  );
  // Without this form: what the page's own query has.
  const query = () => [...new URLSearchParams(location.search)].filter(([name]) => name !== OPEN);
  const page = () => [location.pathname, new URLSearchParams(query())].filter(String).join("?");
  let element: HTMLDivElement | undefined;

  function press(event: MouseEvent) {
    used.add(id());
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
    used.add(id());
    setOpen(false);
    // A press from before the script ran has opened it by the query. A navigation would load the page's data anew.
    history.replaceState(history.state, "", page());
    element?.querySelector("button")?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: no control itself; Escape in a control inside bubbles up to it.
    <div
      ref={element}
      class={isOpen() ? "order-last w-full" : ""}
      onKeyDown={(event) => isOpen() && event.key === "Escape" && close(event)}
    >
      <Form
        action={props.action}
        fields={props.fields}
        identity={identity()}
        isClosed={!isOpen()}
        onDone={() => setOpen(false)}
        onRecalled={() => setOpen(true)}
        class="flex flex-wrap items-start gap-2"
      >
        <Show
          when={isOpen()}
          fallback={<For each={query()}>{([name, value]) => <input type="hidden" name={name} value={value} />}</For>}
        >
          <input type="hidden" name={KEPT} value={OPEN} />
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
          subject={props.subject}
          isLabelled={isOpen()}
          class={props.class}
          name={OPEN}
          value={isOpen() ? props.label : id()}
          formmethod={isOpen() ? undefined : "get"}
          formaction={isOpen() ? undefined : location.pathname}
          onPress={press}
        />
        <Show when={isOpen()}>
          <Button href={page()} rel="external" variant="ghost" onClick={close}>
            {formText.cancel}
          </Button>
        </Show>
      </Form>
    </div>
  );
}
