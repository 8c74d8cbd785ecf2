// The common part of the fields: the label, the error under it, and the field's own value, which is the default of its
// control.

import {
  createContext,
  createEffect,
  createUniqueId,
  type JSX,
  type ParentProps,
  Show,
  sharedConfig,
  untrack,
  useContext,
} from "solid-js";
import { isServer } from "solid-js/web";
import { type Control, isChanged, setDefault, show, valuesOf } from "~/lib/controls";
import { isSecret } from "~/lib/forms";

/** The data that a form passes to the fields in it. */
export interface FormOfFields {
  /** The errors, by the names of their fields. */
  errors: () => Record<string, string>;
  /** @returns the input of a name, on a page that answers a form without the page's script; else undefined */
  sent: (name: string) => string[] | undefined;
  /** The names of the input that was sent, or kept over a sign-in. In a list of lines, each line has its own name. */
  names: () => string[];
  /** Adds a field, as long as its owner exists. */
  add: (name: () => string) => void;
}

/** For a form of the auth route, and outside of forms. */
export const FormContext = createContext<FormOfFields>({
  errors: () => ({}),
  sent: () => undefined,
  names: () => [],
  add() {},
});

export const useForm = () => useContext(FormContext);

export interface FieldProps {
  /** The field's name in the action and in refusals. In a list of lines: "lines.0.unit". */
  name: string;
  label: JSX.Element;
  /** The field's id, which is unique on the page. */
  id?: string;
  /**
   * The field's own value, to which it returns after a success. The field is empty for null, as a database has it, and
   * for the false that Solid makes of `row() && row().text`.
   */
  value?: string | number | false | null;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  /** A text under the field that is not an error. */
  hint?: JSX.Element;
  autofocus?: boolean;
  class?: string;
}

/** @returns the text of a field's own value */
export const textOf = (value: FieldProps["value"]): string => String(value === false ? "" : (value ?? ""));

/** The router and this application read these of the form itself, and would get a field of that name in their place. */
const NAMES_OF_FORM = ["elements", "enctype", "method"];

interface ControlProps extends Pick<FieldProps, "name" | "id" | "hint" | "autofocus"> {
  type?: string;
  autocomplete?: string;
}

declare module "solid-js" {
  namespace JSX {
    /** The first value of a field is an attribute: if it is set as a property, it counts as typed. */
    interface ExplicitAttributes {
      value: string | undefined;
    }
    interface ExplicitBoolAttributes {
      checked: boolean | undefined;
      selected: boolean | undefined;
    }
  }
}

/**
 * Connects a field with the nearest form.
 *
 * @param own its own values: one for a text, any number for a choice
 * @param type the type of its control
 */
export function useField(props: ControlProps, own: () => string[], type = props.type) {
  if (import.meta.env.DEV && NAMES_OF_FORM.includes(props.name))
    throw new Error(`A field cannot be called "${props.name}", which hides the form's own "${props.name}".`);
  const form = useForm();
  const id = props.id ?? createUniqueId();
  // A field can be called "constructor".
  const error = () => (Object.hasOwn(form.errors(), props.name) ? form.errors()[props.name] : undefined);
  const describedBy = () =>
    [error() && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  const sent = untrack(() => (isServer && !isSecret(type, props.autocomplete) ? form.sent(props.name) : undefined));
  const isHydrated = !isServer && Boolean(sharedConfig.context);
  const controls: Control[] = [];
  // The user can remove earlier lines, so the name of a line's field can change.
  form.add(() => props.name);
  createEffect((isFirst: boolean) => {
    const values = own();
    // The server may have rendered the input, and a user may have typed before the page's script ran. Later, a new
    // default changes no text and no choice of the user's, and any other control shows it, also one that was touched.
    const isTyped = isFirst ? isHydrated : controls.some(isChanged);
    const shown = controls.map((control) => [control, isTyped ? valuesOf(control) : [...values]] as const);
    for (const control of controls) setDefault(control, values);
    for (const [control, now] of shown) if (String(valuesOf(control)) !== String(now)) show(control, now);
    return false;
  }, true);
  return {
    id,
    error,
    ref: (control: Control) => void controls.push(control),
    /**
     * The first values in the server's HTML: the input, or the field's own values. In the browser, the control's
     * default does this.
     */
    begun: () => (isServer ? (sent ?? own()) : undefined),
    /** Of several fields with an error, the browser focuses the first. */
    isFirst: () => props.autofocus || Boolean(error()),
    invalid: () => (error() ? ("true" as const) : ("false" as const)),
    describedBy,
  };
}

type FieldState = Pick<ReturnType<typeof useField>, "id" | "error">;

/** The label and the texts around a field's control. */
export function FieldFrame(props: ParentProps<{ field: FieldState; own: Omit<FieldProps, "value"> }>) {
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

/** The texts under the control: the hint, and the error. */
export function FieldNotes(props: { field: FieldState; hint: JSX.Element }) {
  return (
    <>
      <Show when={props.hint}>
        <p id={`${props.field.id}-hint`} class="text-sm text-muted-foreground">
          {props.hint}
        </p>
      </Show>
      {/* It has a key, so that the same text is announced again. */}
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
