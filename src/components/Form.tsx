// A form for an action. It works with JavaScript, without it, and if it is sent before the page's script runs. What the
// action refuses stands at its field, or above the form if it has no such field, and what was typed stays.

import { type Action, useAction, useBeforeLeave, useLocation } from "@solidjs/router";
import { ANSWER_TIMEOUT_MS } from "solid-authjs/client";
import { createEffect, createMemo, createSignal, on, onCleanup, onMount, type ParentProps, untrack } from "solid-js";
import { isServer } from "solid-js/web";
import { useInputOfOtherBuild } from "~/lib/action-results";
import { attempt, forget, keep, recall } from "~/lib/conveniences";
import { KEPT } from "~/lib/form-fields";
import { FORM_ID, formId, haveSameFields } from "~/lib/form-id";
import { isOfNewerBuild, loadNewerBuild, rememberPlace } from "~/lib/kit";
import { isRefused } from "~/lib/refused";
import { useResult } from "~/lib/use-result";
import { unansweredText } from "~/messages/forms";
import { newerBuildText, unreachableText } from "~/messages/unreachable";
import { useSession } from "~/session";
import { type FormError, PostForm } from "./PostForm";
import { FormContext, type FormField } from "./ui/form-context";

/** Tells the forms of a page to keep what was typed, for when the page has been loaded again. */
const KEEP = "keep-typed";

interface FormProps extends ParentProps {
  /** An action of this application, with `runAction` in it. It may be bound to a row: `remove.with(row.id)`. */
  action: Action<[FormData], unknown>;
  /** Hidden fields. */
  fields?: Record<string, string>;
  /**
   * What tells it from other forms of its action, such as those of other rows: by default its hidden fields. If one of
   * these can change before the page is loaded again, such as a version, the others.
   */
  identity?: Record<string, string>;
  /** Whether the form is behind a button yet, and not to be sent (OpeningForm.tsx). To close it ends its refusal. */
  isClosed?: boolean;
  /** Whether the input stays after a success. Otherwise each field returns to its value. */
  keepsInput?: boolean;
  /** Called after each success: the action was carried out, and has not sent the user to sign in. */
  onDone?: () => void;
  /** Called if what was typed before a sign-in is there again. */
  onRecalled?: () => void;
  class?: string;
}

export function Form(props: FormProps) {
  // The row that the action is bound to can change while the form stays.
  const act = createMemo(() => useAction(props.action as unknown as Action<[URLSearchParams | FormData], unknown>));
  const location = useLocation();
  const session = useSession();
  const user = () => session()?.user;
  const id = () => formId(props.action.toString(), props.identity ?? props.fields);
  const [failure, setFailure] = createSignal<FormError>();
  const [recalled, setRecalled] = createSignal(new Map<string, string>());
  const fields: FormField[] = [];
  let isLeft = false;

  const result = useResult(props.action, (input) => isOfForm(id(), props.fields, input.at(-1)));
  const kept = untrack(() => new Map(Object.entries({ ...useInputBefore(id()), ...result.values })));

  const context: FormContext = {
    isOfAction: true,
    error: (name) => result.errors[name],
    kept: (name) => take(kept, name),
    recalled: (name) => take(recalled(), name),
    recalledNames: () => [...recalled().keys()],
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

  function clear(): void {
    result.clear();
    setFailure(undefined);
  }
  createEffect(
    on(
      () => props.isClosed,
      (isClosed) => isClosed && clear(),
      { defer: true },
    ),
  );

  async function send(body: URLSearchParams | FormData, button: HTMLElement, form: HTMLFormElement) {
    const returnToPlace = rememberPlace(button);
    clear();
    isLeft = false;
    // A second press would do it twice, so the button waits for the answer. A large upload takes minutes.
    const timer = setTimeout(() => setFailure(unansweredText), ANSWER_TIMEOUT_MS);
    let returned: unknown;
    try {
      returned = await act()(body);
    } catch (error) {
      clearTimeout(timer);
      setFailure(await failureOf(error));
      return undefined;
    }
    clearTimeout(timer);
    setFailure(undefined);
    returnToPlace();
    // By itself: if the page's own code throws, the form must not be sent once more.
    if (!isLeft && !isRefused(returned)) queueMicrotask(() => finish(form));
    return undefined;
  }

  function finish(form: HTMLFormElement): void {
    if (!props.keepsInput) {
      // A field can be called "reset".
      HTMLFormElement.prototype.reset.call(form);
      for (const field of fields) field.reset();
    }
    props.onDone?.();
  }

  // Another user has another key, and so has another page. A newer build can have its action under another URL: there,
  // the names of its fields tell a form without hidden fields from others.
  function keyOf(build: "same" | "newer"): string {
    const [action, own] = id().split(".");
    const names = (props.identity ?? props.fields) ? "" : fields.map(({ name }) => name).join();
    return `typed ${user()?.id} ${location.pathname} ${own} ${build === "same" ? action : names}`;
  }
  function keepTyped(key: string) {
    const typed = fields.map((field) => [field.name, field.typed()]).filter(([, text]) => text !== undefined);
    if (user() && typed.length > 0) keep(key, JSON.stringify(Object.fromEntries(typed)));
  }
  useBeforeLeave(({ to }) => {
    isLeft = String(to).startsWith("/sign-in?error=");
    if (isLeft) keepTyped(keyOf("same"));
  });
  onMount(() => {
    const keepForNewer = () => keepTyped(keyOf("newer"));
    addEventListener(KEEP, keepForNewer);
    onCleanup(() => removeEventListener(KEEP, keepForNewer));
    const key = recall(keyOf("same")) ? keyOf("same") : keyOf("newer");
    const typed = user() && recall(key);
    if (!typed) return;
    forget(key);
    setRecalled(new Map<string, string>(Object.entries(attempt(() => JSON.parse(typed)) ?? {})));
    props.onRecalled?.();
  });

  return (
    <FormContext.Provider value={context}>
      <PostForm
        action={props.action.toString()}
        hasFiles={() => fields.some(({ isFile }) => isFile)}
        fields={props.isClosed ? undefined : { ...props.fields, [FORM_ID]: id(), [KEPT]: FORM_ID }}
        send={send}
        message={failure() ?? message()}
        class={props.class}
      >
        {props.children}
      </PostForm>
    </FormContext.Provider>
  );
}

/** @returns what a form says whose press got no answer */
async function failureOf(error: unknown): Promise<FormError | undefined> {
  if (!(await isOfNewerBuild(error))) return unreachableText;
  dispatchEvent(new Event(KEEP));
  return loadNewerBuild() ? undefined : newerBuildText;
}

/** @returns what was typed into a form before this page was loaded: before a sign-in, or into one of another build */
function useInputBefore(id: string): Record<string, string> {
  const pending = useSession()()?.pendingAction?.fields;
  if (pending?.[FORM_ID] === id) return pending;
  const older = useInputOfOtherBuild();
  const isOlder = older && haveSameFields(String(older.get(FORM_ID)), id);
  return isOlder ? Object.fromEntries([...older].map(([name, value]) => [name, String(value)])) : {};
}

/** @returns whether a form was sent, and was not carried out: here, or before this page was loaded */
export function useWasSent({ action, fields }: FormProps, id: string): boolean {
  const { errors, values } = useResult(action, (input) => isOfForm(id, fields, input.at(-1)));
  return Object.keys({ ...useInputBefore(id), ...errors, ...values }).length > 0;
}

/** What is kept is the value of the first field of its name: one that is added later begins empty. */
function take(values: Map<string, string>, name: string): string | undefined {
  const value = values.get(name);
  // The server may render a part of a page again.
  if (!isServer) values.delete(name);
  return value;
}

/** @returns whether an input is that of a form. One without an id is that of a form without hidden fields */
function isOfForm(id: string, fields: FormProps["fields"], input: unknown): boolean {
  // It comes last, behind what the action is bound to. `useAction` can call an action with anything.
  if (!(input instanceof FormData || input instanceof URLSearchParams)) return false;
  const own = input.get(FORM_ID);
  return own === null ? !fields : own === id;
}
