// A form behind its own button: the first press opens it in place, the next one sends it. In the form is a field, or a
// question about what the button does. Without JavaScript, the first press loads the page again, with the open form in
// its query.

import { type Action, useLocation } from "@solidjs/router";
import { createSignal, type ParentProps, Show } from "solid-js";
import { useInputOfOtherBuild } from "~/lib/action-results";
import { useResult } from "~/lib/use-result";
import { formText } from "~/messages/forms";
import { useSession } from "~/session";
import { Form, hasIdentity, isOfForm } from "./Form";
import { Button } from "./ui/Button";
import { RowButton } from "./ui/Row";

interface OpeningFormProps extends ParentProps {
  action: Action<[FormData], unknown>;
  /** Hidden fields. They tell this form from others of its action, so they must be no secrets. */
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

/** The children are the form's fields. The first has `autofocus`. */
export function OpeningForm(props: OpeningFormProps) {
  const location = useLocation();
  const session = useSession();
  const identity = () => ({ ...props.fields, open: props.label });
  const result = useResult(props.action, (input) => isOfForm(identity())(input));
  const isRefused = () => Object.keys(result.errors).length > 0;
  const isAsked = () => hasIdentity(identity(), (name) => (session()?.pendingAction?.fields ?? location.query)[name]);
  const older = useInputOfOtherBuild();
  const isOlder = older !== undefined && isOfForm(identity())([older]);
  const [isOpen, setOpen] = createSignal(isAsked() || isRefused() || isOlder);
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
      <Form
        action={props.action}
        fields={props.fields}
        identity={identity()}
        isClosed={!isOpen()}
        onDone={() => setOpen(false)}
        onRecalled={() => setOpen(true)}
        class="flex flex-wrap items-start gap-2"
      >
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
          subject={props.subject}
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
      </Form>
    </div>
  );
}
