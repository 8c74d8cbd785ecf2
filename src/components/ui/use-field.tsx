// What the fields have in common: the label, the error under it, and the field's own value, which is the control's
// default as in HTML. What is typed stays in the control itself, so a page that is rendered again takes nothing away.

import {
  createContext,
  createEffect,
  createUniqueId,
  type JSX,
  onCleanup,
  type ParentProps,
  Show,
  untrack,
  useContext,
} from "solid-js";
import { isServer } from "solid-js/web";
import { isSecret } from "~/lib/forms";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A field, as its form knows it. */
export interface FormField {
  name: string;
  isFile: boolean;
  /** @returns what it sends; undefined for a secret, and for what confirms an act, which is typed anew after a sign-in */
  values: () => string[] | undefined;
  /** Whether it shows its own value. */
  isOwn: () => boolean;
  /** The form is on its way. */
  press: () => void;
  /** The form was carried out: the field returns to its own value, unless it has changed since the press. */
  finish: () => void;
}

/** What a form tells the fields in it. */
export interface FormOfFields {
  /** @returns what is wrong with a field's input */
  error: (name: string) => string | undefined;
  /** Whether this is the first field with an error, which takes the focus. */
  isFirst: (name: string) => boolean;
  /** @returns what was sent of a name, on the page that answers a form without the page's script; else undefined */
  sent: (name: string) => string[] | undefined;
  /** @returns what this tab has kept of a name over a sign-in, for the fields that the page has when it starts */
  kept: (name: string) => string[] | undefined;
  /** The names of what was sent or kept. A list of lines has a line for each. */
  names: () => string[];
  /** Adds a field, as long as its owner is there. @returns how many of its name there were */
  add: (field: FormField) => number;
}

const nothing = () => undefined;

/** A form of the auth route, and none. */
export const FormContext = createContext<FormOfFields>({
  error: nothing,
  isFirst: () => false,
  sent: nothing,
  kept: nothing,
  names: () => [],
  add: () => 0,
});

export const useForm = () => useContext(FormContext);

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

interface ControlProps extends Pick<FieldProps, "name" | "id" | "hint"> {
  type?: string;
  autocomplete?: string;
  autofocus?: boolean;
}

/**
 * Connects a field with the nearest form.
 *
 * @param own its own values: one of a text, any number of a choice
 */
export function useField(props: ControlProps, own: () => string[]) {
  const form = useForm();
  const id = props.id ?? createUniqueId();
  const isPublic = !isSecret(props.type, props.autocomplete);
  const error = () => form.error(props.name);
  const controls: Control[] = [];
  /** What each control shows as its own value, and what it has shown then, or when it was sent. */
  const ownStates = new Map<Control, string>();
  const states = new Map<Control, string>();
  const isOwn = (control: Control) => stateOf(control) === ownStates.get(control);
  const press = (control: Control) => states.set(control, stateOf(control));

  const place = form.add({
    // The lines above a line's can be removed.
    get name() {
      return props.name;
    },
    isFile: props.type === "file",
    values: () => (isPublic && props.autocomplete?.toLowerCase() !== "off" ? controls.flatMap(valuesOf) : undefined),
    isOwn: () => controls.every(isOwn),
    press: () => controls.forEach(press),
    finish() {
      for (const control of controls) if (stateOf(control) === states.get(control)) showOwn(control);
    },
  });
  function showOwn(control: Control): void {
    show(control, own());
    press(control);
    ownStates.set(control, stateOf(control));
  }

  createEffect((isFirst: boolean) => {
    const values = own();
    // The server may have rendered what was sent, and a user can have typed before the page's script ran.
    const shown = controls.map((control) => ({ control, state: stateOf(control), stays: isFirst || !isOwn(control) }));
    for (const { control, stays } of shown) {
      setDefault(control, values);
      if (isFirst || !stays) showOwn(control);
    }
    for (const { control, state, stays } of shown)
      if (stays && stateOf(control) !== state) show(control, JSON.parse(state));
    return false;
  }, true);
  createEffect(() => {
    const kept = untrack(() => form.kept(props.name));
    if (kept) for (const control of controls) show(control, kept, place);
  });
  createEffect(() => error() && form.isFirst(props.name) && controls[0]?.focus());

  return {
    id,
    error,
    /** What the page begins with: what was sent, on a page that is the answer to it. */
    initial: untrack(() => {
      const sent = isServer && isPublic ? form.sent(props.name) : undefined;
      return sent ?? own();
    }),
    /** Of several fields with this name, which one. */
    place,
    ref: (control: Control) => {
      controls.push(control);
      onCleanup(() => controls.splice(controls.indexOf(control), 1));
    },
    describedBy: () => [error() && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(" ") || undefined,
    takesFocus: () => props.autofocus || form.isFirst(props.name),
  };
}

/** A field with one text. */
export function useTextField(props: ControlProps & Pick<FieldProps, "value">) {
  const own = () => String(props.value ?? "");
  const field = useField(props, () => [own()]);
  return { ...field, text: field.initial[field.place % field.initial.length] ?? own() };
}

type FieldState = Pick<ReturnType<typeof useField>, "id" | "error">;

const isBox = (control: Control): control is HTMLInputElement => ["checkbox", "radio"].includes(control.type);

function valuesOf(control: Control): string[] {
  if (isBox(control)) return control.checked ? [control.value] : [];
  return control instanceof HTMLSelectElement
    ? [...control.selectedOptions].map(({ value }) => value)
    : [control.value];
}

const stateOf = (control: Control) => JSON.stringify(valuesOf(control));

/** @param place which of the values, of several fields with one name */
function show(control: Control, values: string[], place = 0): void {
  if (isBox(control)) control.checked = values.includes(control.value);
  else if (control instanceof HTMLSelectElement) {
    for (const option of control.options) option.selected = values.includes(option.value);
    // Without a value of its own, a choice is its first option.
    if (control.selectedIndex < 0 && !control.multiple) control.selectedIndex = 0;
  } else control.value = control.type === "file" ? "" : (values[place] ?? "");
}

function setDefault(control: Control, values: string[]): void {
  if (isBox(control)) control.defaultChecked = values.includes(control.value);
  else if (control instanceof HTMLSelectElement)
    for (const option of control.options) option.defaultSelected = values.includes(option.value);
  else if (control.type !== "file") control.defaultValue = values[0] ?? "";
}

/** What stands around the control of a field. */
export function FieldFrame(props: ParentProps<{ field: FieldState; own: FieldProps }>) {
  return (
    <div class={`grid gap-1.5 ${props.own.class ?? ""}`}>
      <label for={props.field.id} class={props.own.isLabelHidden ? "sr-only" : "text-sm font-medium wrap-anywhere"}>
        {props.own.label}
      </label>
      {props.children}
      <FieldNotes field={props.field} hint={props.own.hint} />
    </div>
  );
}

/** Under the control: the hint, and the error. */
export function FieldNotes(props: { field: FieldState; hint: JSX.Element }) {
  return (
    <>
      <Show when={props.hint}>
        <p id={`${props.field.id}-hint`} class="text-sm text-muted-foreground">
          {props.hint}
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
