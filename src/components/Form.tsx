// A form for an action. It works with JavaScript, without it, and if it is sent before the page's script runs. What the
// action refuses stands at its field, or above the form if it has no such field, and what was typed stays.

import { type Action, useAction, useBeforeLeave } from "@solidjs/router";
import { ANSWER_TIMEOUT_MS } from "solid-authjs/client";
import { createSignal, For, onCleanup, onMount, type ParentProps, Show } from "solid-js";
import { useInputOfOtherBuild } from "~/lib/action-results";
import { attempt, forget, keep, recall } from "~/lib/conveniences";
import { KEPT } from "~/lib/form-fields";
import { isOfNewerBuild, loadNewerBuild, rememberPlace } from "~/lib/kit";
import { useResult } from "~/lib/use-result";
import { newerBuildText, unreachableText } from "~/messages/unreachable";
import { useSession } from "~/session";
import { type FormError, PostForm } from "./PostForm";
import { FormContext, type FormField } from "./ui/form-context";

/** Tells the forms of a page to keep what was typed, for when the page has been loaded again. */
const KEEP = "keep-typed";

interface FormProps extends ParentProps {
  /** An action of this application, with `runAction` in it. */
  action: Action<[FormData], unknown>;
  /** Hidden fields. */
  fields?: Record<string, string>;
  /**
   * Where several forms have the same action, such as one in each row of a list: the fields that tell this one apart.
   * The server keeps them with the input, so they must be no secrets.
   */
  identity?: Record<string, string>;
  /** Whether the form is behind a button yet, and not to be sent (OpeningForm.tsx). */
  isClosed?: boolean;
  /** Whether the input stays after a success. Otherwise each field returns to its value. */
  keepsInput?: boolean;
  /** Called after each success. */
  onDone?: () => void;
  /** Called if what was typed before a sign-in is there again. */
  onRecalled?: () => void;
  class?: string;
}

export function Form(props: FormProps) {
  const act = useAction(props.action as unknown as Action<[URLSearchParams | FormData], unknown>);
  const session = useSession();
  const user = () => session()?.user;
  const pending = () => session()?.pendingAction;
  const [sent, setSent] = createSignal<URLSearchParams | FormData>();
  const [recalled, setRecalled] = createSignal<Record<string, string>>({});
  const fields: FormField[] = [];

  const result = useResult(props.action, (input) => (sent() ? input[0] === sent() : isOfForm(props.identity)(input)));
  const isPending = () => pending() && hasIdentity(props.identity, (name) => pending()?.fields[name]);

  const older = useInputOfOtherBuild();
  const isOlder = older && isOfForm(props.identity)([older]);

  const context: FormContext = {
    isOfAction: true,
    error: (name) => result.errors[name],
    kept(name) {
      const typed = isOlder ? older.get(name) : undefined;
      return result.values[name] ?? (isPending() ? pending()?.fields[name] : typed?.toString());
    },
    recalled,
    isFirst: (name) => fields.find((field) => result.errors[field.name])?.name === name,
    add(field) {
      fields.push(field);
      onCleanup(() => fields.splice(fields.indexOf(field), 1));
    },
  };

  /** The errors of no field here, such as that of a hidden one. */
  function message(): FormError | undefined {
    const others = Object.entries(result.errors).filter(([name]) => !fields.some((field) => field.name === name));
    return others.length > 0 ? { text: others.map(([, text]) => text).join(" ") } : undefined;
  }

  async function send(body: URLSearchParams | FormData, button: HTMLElement, form: HTMLFormElement) {
    const returnToPlace = rememberPlace(button);
    setSent(() => body);
    const tooLate = new Promise((_, reject) => setTimeout(reject, ANSWER_TIMEOUT_MS));
    try {
      await Promise.race([act(body), tooLate]);
    } catch (error) {
      if (!(await isOfNewerBuild(error))) return unreachableText;
      dispatchEvent(new Event(KEEP));
      return loadNewerBuild() ? undefined : newerBuildText;
    }
    returnToPlace();
    if (Object.keys(result.errors).length > 0) return undefined;
    if (!props.keepsInput) {
      form.reset();
      for (const field of fields) field.reset();
    }
    props.onDone?.();
    return undefined;
  }

  // Another user has another key.
  const key = () => `typed ${user()?.id} ${JSON.stringify(props.identity ?? fields.map(({ name }) => name))}`;
  function keepTyped() {
    const typed = fields.map((field) => [field.name, field.typed()]).filter(([, text]) => text !== undefined);
    if (user() && typed.length > 0) keep(key(), JSON.stringify(Object.fromEntries(typed)));
  }
  useBeforeLeave(({ to }) => String(to).startsWith("/sign-in?error=") && keepTyped());
  onMount(() => {
    addEventListener(KEEP, keepTyped);
    onCleanup(() => removeEventListener(KEEP, keepTyped));
    const typed = user() && recall(key());
    if (!typed) return;
    forget(key());
    setRecalled(attempt(() => JSON.parse(typed)) ?? {});
    props.onRecalled?.();
  });

  return (
    <FormContext.Provider value={context}>
      <PostForm
        action={props.action.toString()}
        hasFiles={() => fields.some(({ isFile }) => isFile)}
        fields={props.fields}
        send={send}
        message={message()}
        class={props.class}
      >
        <Show when={!props.isClosed}>
          <For each={Object.keys(props.identity ?? {})}>
            {(name) => <input type="hidden" name={KEPT} value={name} />}
          </For>
        </Show>
        {props.children}
      </PostForm>
    </FormContext.Provider>
  );
}

/**
 * Whether a form has these fields.
 *
 * @param identity of the form
 * @param field gives the value of a field
 */
export function hasIdentity(identity: Record<string, string> = {}, field: (name: string) => unknown): boolean {
  // Only a form behind a button has a field "open".
  return Object.entries({ open: null, ...identity }).every(([name, value]) => (field(name) ?? null) === value);
}

/** @returns whether an input is that of a form. An input of which nothing was kept can be that of any */
export const isOfForm =
  (identity: Record<string, string> | undefined) =>
  ([input]: unknown[]): boolean =>
    isForm(input) && ([...input.keys()].length === 0 || hasIdentity(identity, (name) => input.get(name)));

/** `useAction` can call an action with anything. */
const isForm = (input: unknown) => input instanceof FormData || input instanceof URLSearchParams;
