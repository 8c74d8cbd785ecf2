// What the fields have in common: the label, the error under it, and the field's own value, which is the default of its
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
import { type Control, setDefault, show, valuesOf } from "~/lib/controls";
import { isSecret } from "~/lib/forms";

/** What a form tells the fields in it. */
export interface FormOfFields {
  /** What is wrong, by the name of the field. */
  errors: () => Record<string, string>;
  /** @returns what was sent of a name, on the page that answers a form without the page's script; else undefined */
  sent: (name: string) => string[] | undefined;
  /** The names of what was sent, or kept over a sign-in. A list of lines has a line for each. */
  names: () => string[];
  /** Adds a field, as long as its owner is there. */
  add: (name: () => string) => void;
}

/** A form of the auth route, and none. */
export const FormContext = createContext<FormOfFields>({
  errors: () => ({}),
  sent: () => undefined,
  names: () => [],
  add() {},
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
  autofocus?: boolean;
  class?: string;
}

interface ControlProps extends Pick<FieldProps, "name" | "id" | "hint" | "autofocus"> {
  type?: string;
  autocomplete?: string;
}

declare module "solid-js" {
  namespace JSX {
    /** What a field begins with is an attribute: as a property it would count as typed. */
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
 * @param own its own values: one of a text, any number of a choice
 * @param type of its control
 */
export function useField(props: ControlProps, own: () => string[], type = props.type) {
  const form = useForm();
  const id = props.id ?? createUniqueId();
  // A field can be called "constructor".
  const error = () => (Object.hasOwn(form.errors(), props.name) ? form.errors()[props.name] : undefined);
  const describedBy = () =>
    [error() && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  const sent = untrack(() => (isServer && !isSecret(type, props.autocomplete) ? form.sent(props.name) : undefined));
  const isHydrated = !isServer && Boolean(sharedConfig.context);
  const controls: Control[] = [];
  // The lines above a line's can be removed, so its name can change.
  form.add(() => props.name);
  createEffect((isFirst: boolean) => {
    const values = own();
    // The server may have rendered what was sent, and a user can have typed before the page's script ran.
    const shown = isFirst && isHydrated ? controls.map(valuesOf) : [];
    for (const control of controls) setDefault(control, values);
    for (const [index, before] of shown.entries()) {
      const control = controls[index];
      if (control && String(valuesOf(control)) !== String(before)) show(control, before);
    }
    return false;
  }, true);
  return {
    id,
    error,
    ref: (control: Control) => void controls.push(control),
    /** What the server's HTML begins with: what was sent, or the own values. In the browser the default does it. */
    begun: () => (isServer ? (sent ?? own()) : undefined),
    /** Of several fields with an error, the browser focuses the first. */
    isFirst: () => props.autofocus || Boolean(error()),
    invalid: () => (error() ? ("true" as const) : ("false" as const)),
    describedBy,
  };
}

type FieldState = Pick<ReturnType<typeof useField>, "id" | "error">;

/** What stands around the control of a field. */
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
