// A form behind its own button: the first press opens it in place, the next one sends it. It closes once an action has
// succeeded. Without JavaScript it is always open (src/app.css).

import type { Action } from "@solidjs/router";
import { createEffect, createSignal, on, onMount, type ParentProps } from "solid-js";
import { describeNotice } from "~/messages/notices";
import { usePageData } from "~/page-data";
import { ActionForm } from "./ActionForm";
import { RowButton } from "./Row";

interface OpeningFormProps extends ParentProps {
  action: Action<[FormData], unknown>;
  /** Hidden fields. */
  fields?: Record<string, string>;
  /** The button. */
  label: string;
  icon: string;
}

/** The children are the form's one visible field. */
export function OpeningForm(props: OpeningFormProps) {
  const [isReady, setReady] = createSignal(false);
  const [isOpen, setOpen] = createSignal(false);
  const notice = usePageData("notice");
  let element: HTMLDivElement | undefined;
  onMount(() => setReady(true));

  function open(event: MouseEvent) {
    if (isOpen()) return;
    event.preventDefault();
    setOpen(true);
    const field = element?.querySelector<HTMLInputElement>("input:not([type=hidden])");
    field?.focus();
    field?.select();
  }

  function cancel() {
    setOpen(false);
    element?.querySelector<HTMLButtonElement>("button[type=submit]")?.focus();
  }

  function finish() {
    setOpen(false);
    element?.querySelector("form")?.reset();
  }

  const hasSucceeded = () => ["good", "note"].includes(describeNotice(notice()?.code)?.tone ?? "");
  createEffect(on(notice, () => hasSucceeded() && finish(), { defer: true }));

  return (
    <div ref={element} class="opening" data-ready={isReady() ? "" : undefined} data-open={isOpen() ? "" : undefined}>
      <ActionForm action={props.action} fields={props.fields} class="flex flex-wrap items-center gap-2">
        <div class="opening-field min-w-40 flex-1 max-sm:basis-full">{props.children}</div>
        <RowButton icon={props.icon} label={props.label} isLabelled={isOpen()} onClick={open} />
        <button type="button" class="opening-cancel button border-transparent" onClick={cancel}>
          Cancel
        </button>
      </ActionForm>
    </div>
  );
}
