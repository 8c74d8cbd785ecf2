// What the fields have in common: the label, the error under it, what was typed, and the mark of what may be kept.

import { createEffect, createSignal, createUniqueId, type JSX, on, type ParentProps, Show } from "solid-js";
import { KEPT, markOf } from "~/lib/form-fields";
import { useForm } from "./form-context";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface FieldProps {
  /** What the action gets it by, and what a refusal names. In a list of lines: "lines.0.unit". */
  name: string;
  label: JSX.Element;
  /** Unique on its page. */
  id?: string;
  /** Its own value, to which it returns after a success. Null, as a database has it, is an empty field. */
  value?: string | number | null;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  /** A text under the field that is no error. */
  hint?: JSX.Element;
  class?: string;
}

/** The names of {@link FieldProps}, which are no attributes of an element. */
export const FIELD_PROPS = ["name", "label", "id", "value", "isLabelHidden", "hint", "class"] as const;

interface ControlProps extends FieldProps {
  type?: string;
  autocomplete?: string;
  autofocus?: boolean;
}

/** Connects a field with the nearest form. */
export function useField(props: ControlProps) {
  const form = useForm();
  const id = props.id ?? createUniqueId();
  const mark = form.isOfAction ? markOf(props.type, props.autocomplete) : undefined;
  const error = () => form.error(props.name);
  const own = () => String(props.value ?? "");
  // Set again only if the value itself has changed, so that the field keeps what is being typed.
  const [value, setValue] = createSignal(form.kept(props.name) ?? own());
  let control: Control | undefined;
  createEffect(on(own, setValue, { defer: true }));
  createEffect(() => setValue((shown) => form.recalled(props.name) ?? shown));
  createEffect(() => error() && form.isFirst(props.name) && control?.focus());
  form.add({
    // The lines above a line's can be removed.
    get name() {
      return props.name;
    },
    isFile: props.type === "file",
    typed() {
      const typed = control && textOf(control);
      return mark === KEPT && typed !== own() ? typed : undefined;
    },
    reset() {
      setValue(own());
      if (control) setTextOf(control, own());
    },
  });
  return {
    id,
    error,
    value,
    setValue,
    mark,
    ref: (element: Control) => {
      control = element;
    },
    describedBy: () => [error() && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(" ") || undefined,
    takesFocus: () => props.autofocus || form.isFirst(props.name),
  };
}

type FieldState = ReturnType<typeof useField>;

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === "checkbox";

const textOf = (control: Control) => (isCheckbox(control) ? (control.checked ? control.value : "") : control.value);

function setTextOf(control: Control, value: string): void {
  if (isCheckbox(control)) control.checked = value === control.value;
  else if (control.type !== "file") control.value = value;
  // Without a value of its own, a choice is its first option.
  if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.selectedIndex = 0;
}

/** What stands around the control of a field. */
export function FieldFrame(props: ParentProps<{ field: FieldState; own: FieldProps }>) {
  return (
    <div class={`grid gap-1.5 ${props.own.class ?? ""}`}>
      <label for={props.field.id} class={props.own.isLabelHidden ? "sr-only" : "text-sm font-medium wrap-anywhere"}>
        {props.own.label}
      </label>
      {props.children}
      <FieldNotes field={props.field} own={props.own} />
    </div>
  );
}

/** Under the control: the hint, the error, and the mark. */
export function FieldNotes(props: { field: FieldState; own: FieldProps }) {
  return (
    <>
      <Show when={props.field.mark}>{(mark) => <input type="hidden" name={mark()} value={props.own.name} />}</Show>
      <Show when={props.own.hint}>
        <p id={`${props.field.id}-hint`} class="text-sm text-muted-foreground">
          {props.own.hint}
        </p>
      </Show>
      {/* Keyed, so that the same text a second time is announced again. */}
      <Show when={props.field.error()} keyed>
        {(text) => (
          <p id={`${props.field.id}-error`} role="alert" class="text-sm text-destructive">
            {text}
          </p>
        )}
      </Show>
    </>
  );
}
