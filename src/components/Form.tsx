// A form for an action. It works with JavaScript, without it, and if it is sent before the page's script runs. The
// router sends it. What the action refuses stands at its field, or above the form if it has no such field, and what was
// typed stays: in the form itself, and over a new sign-in in the tab's session storage.

import { type Action, RouterContext, useBeforeLeave, useLocation } from "@solidjs/router";
import { ANSWER_TIMEOUT_MS } from "solid-authjs/client";
import {
  createEffect,
  createMemo,
  createSignal,
  on,
  onCleanup,
  onMount,
  type ParentProps,
  untrack,
  useContext,
} from "solid-js";
import { isServer } from "solid-js/web";
import { attempt, forget, keep, recall } from "~/lib/conveniences";
import { failureOf, withoutColors } from "~/lib/failures";
import { AGAIN, type FormOrigin, ORIGIN, originOf } from "~/lib/forms";
import { isOfNewerBuild, loadNewerBuild, rememberPlace } from "~/lib/kit";
import { resultOf } from "~/lib/use-result";
import { newerBuildText, pressText } from "~/messages/errors";
import { formText, unansweredText } from "~/messages/forms";
import { useSession } from "~/session";
import { type FormMessage, PostForm } from "./PostForm";
import { FormContext, type FormField, type FormOfFields } from "./ui/use-field";

export interface FormProps extends ParentProps {
  /** An action of this application, with `runAction` in it. It may be bound to a row: `remove.with(row.id)`. */
  action: Action<[FormData], unknown>;
  /** Hidden fields. */
  fields?: Record<string, string>;
  /**
   * What tells it from other forms of its action, such as those of other rows: by default its hidden fields. If one of
   * these is a secret, or can change while the page is open, such as a version, the others.
   */
  identity?: Record<string, string>;
  /** Whether the input stays after a success. Otherwise each field returns to its value. */
  keepsInput?: boolean;
  /** Called after each success: the action was carried out, and has not sent the user to sign in. */
  onDone?: () => void;
  class?: string;
}

/** The forms of the page keep what was typed, for when the page has been loaded again. */
const keepers = new Set<() => void>();

/** What the page knows of a form. */
export function useFormState(props: Pick<FormProps, "action" | "fields" | "identity">) {
  const router = useContext(RouterContext);
  const location = useLocation();
  // Once: each reading of a bound action makes another.
  const action = createMemo(() => props.action.toString());
  const id = () => action() + JSON.stringify(props.identity ?? props.fields ?? {});
  const own = createMemo(
    () => router?.submissions[0]().filter(({ input }) => originOf(input.at(-1))?.form === id()) ?? [],
  );
  return {
    action,
    id,
    input: () => own().at(-1)?.input.at(-1) as FormData | URLSearchParams | undefined,
    result: resultOf(own),
    /** Whether it was pressed before a new sign-in, and has to be pressed again. */
    isAgain: () => location.query[AGAIN] === id(),
  };
}

export function Form(props: FormProps) {
  const location = useLocation();
  const session = useSession();
  const userId = () => session()?.user?.id;
  const { action, id, input, result, isAgain } = useFormState(props);
  const [message, setMessage] = createSignal<FormMessage | undefined>(
    untrack(isAgain) ? formText.pressAgain : undefined,
  );
  const [names, setNames] = createSignal([...(untrack(input)?.keys() ?? [])]);
  const fields: FormField[] = [];
  let kept = new Map<string, string[]>();
  let element: HTMLFormElement | undefined;
  let returnToPlace: (() => void) | undefined;
  let isLeft = false;

  const context: FormOfFields = {
    error: (name) => result.errors[name],
    isFirst: (name) => fields.find((field) => result.errors[field.name])?.name === name,
    sent: (name) => (isServer ? input()?.getAll(name).map(String) : undefined),
    kept: (name) => kept.get(name),
    names,
    add(field) {
      fields.push(field);
      onCleanup(() => fields.splice(fields.indexOf(field), 1));
      return fields.filter(({ name }) => name === field.name).length - 1;
    },
  };

  const origin = (): FormOrigin => ({ page: location.pathname + location.search, user: userId(), form: id() });

  /** What the form says: why a press failed, or the errors of no field here, such as that of a hidden one. */
  function shown(): FormMessage | undefined {
    const others = Object.entries(result.errors).filter(([name]) => !fields.some((field) => field.name === name));
    const text = others.map(([, error]) => error).join(" ");
    return message() ?? (text ? { text } : undefined);
  }

  function press({ submitter }: SubmitEvent): void {
    result.clear();
    setMessage(undefined);
    isLeft = false;
    if (submitter) returnToPlace = rememberPlace(submitter);
    for (const field of fields) field.press();
  }

  // A second press would do it twice, so the button waits for the answer. A large upload takes minutes.
  createEffect(() => {
    if (!result.pending) return;
    const timer = setTimeout(setMessage, ANSWER_TIMEOUT_MS, unansweredText);
    onCleanup(() => clearTimeout(timer));
  });
  createEffect(
    on(
      () => result.pending,
      (isPending, was) => was && !isPending && end(),
      { defer: true },
    ),
  );

  function end(): void {
    setMessage(undefined);
    if (result.failure) return void explain(result.failure);
    returnToPlace?.();
    if (isLeft || Object.keys(result.errors).length > 0) return;
    if (!props.keepsInput) for (const field of fields) field.finish();
    // By itself: the form is done, whatever the page's own code does.
    queueMicrotask(() => props.onDone?.());
  }

  async function explain(error: unknown): Promise<void> {
    if (!(await isOfNewerBuild(error))) {
      const { title, text } = pressText(failureOf(error));
      const details = import.meta.env.DEV && error instanceof Error ? withoutColors(` ${error.stack}`) : "";
      return void setMessage({ title, text: text + details });
    }
    for (const keepTyped of keepers) keepTyped();
    if (!loadNewerBuild()) setMessage(newerBuildText);
  }

  // Another user has another key, and so has another page.
  const key = () => `typed ${userId()} ${location.pathname} ${id()}`;
  function keepTyped(): void {
    const typed = new Map<string, string[]>();
    const changed = new Set(fields.filter((field) => !field.isOwn()).map(({ name }) => name));
    for (const field of fields) {
      const values = changed.has(field.name) && field.values();
      if (values) typed.set(field.name, [...(typed.get(field.name) ?? []), ...values]);
    }
    if (userId() && typed.size > 0) keep(key(), JSON.stringify([...typed]));
  }
  useBeforeLeave(({ to }) => {
    isLeft = String(to).startsWith("/sign-in?error=");
    if (isLeft) keepTyped();
  });
  // Before the fields' own effects, which take what was kept.
  onMount(() => {
    keepers.add(keepTyped);
    onCleanup(() => keepers.delete(keepTyped));
    const typed = userId() && recall(key());
    if (!typed) return;
    forget(key());
    kept = new Map(attempt(() => JSON.parse(typed)));
    setNames((sent) => [...new Set([...sent, ...kept.keys()])]);
    element?.closest("details")?.setAttribute("open", "");
    // A field that is added later begins empty.
    queueMicrotask(() => kept.clear());
  });

  return (
    <FormContext.Provider value={context}>
      <PostForm
        ref={(form) => {
          element = form;
        }}
        action={action()}
        hasFiles={() => fields.some(({ isFile }) => isFile)}
        fields={{ ...props.fields, [ORIGIN]: JSON.stringify(origin()) }}
        onSubmit={press}
        isPending={result.pending}
        message={shown()}
        class={props.class}
      >
        {props.children}
      </PostForm>
    </FormContext.Provider>
  );
}
