// A form for an action. It works with JavaScript, without it, and when it is sent before the page's script runs. The
// router sends it. A refusal appears at its field, or above the form if the form has no such field. Typed text stays in
// the form itself; during a new sign-in, and after a failed press, it is in the tab's session storage, too. Meanwhile
// the hidden fields stay those of the page on which the user typed. So a row's version is the one that the user saw,
// until a refusal of that field tells the user of a newer one.

import { type Action, RouterContext, useBeforeLeave, useLocation, useResolvedPath } from "@solidjs/router";
import { ANSWER_TIMEOUT_MS } from "solid-authjs/client";
import {
  createEffect,
  createMemo,
  createRenderEffect,
  createSignal,
  on,
  onCleanup,
  onMount,
  type ParentProps,
  untrack,
  useContext,
} from "solid-js";
import { isServer } from "solid-js/web";
import { isOfNewerBuild, loadNewerBuild, rememberPlace } from "start-kit/browser";
import { controlsOf, show, typedInto, valuesOf } from "~/lib/controls";
import { attempt, forget, keep, recall } from "~/lib/conveniences";
import { failureOf, withoutColors } from "~/lib/failures";
import { ORIGIN } from "~/lib/form-result";
import { type FormOrigin, originOf, pageAt } from "~/lib/forms";
import { SIGN_IN } from "~/lib/paths";
import { AGAIN } from "~/lib/url";
import { resultOf } from "~/lib/use-result";
import { newerBuildText, pressAgainText, pressText } from "~/messages/errors";
import { unansweredText } from "~/messages/forms";
import { useSession } from "~/session";
import { type FormMessage, PostForm } from "./PostForm";
import { FormContext, type FormOfFields } from "./ui/use-field";

export interface FormProps extends ParentProps {
  /** An action of this application, with `runAction` in it. It may be bound to a row: `remove.with(row.id)`. */
  action: Action<[FormData], unknown>;
  /** Hidden fields. They stay with the typed text, also during a new sign-in, in the tab's session storage. */
  fields?: Fields;
  /**
   * The identity of the form among other forms of its action, such as those of other rows: by default its hidden
   * fields. With another identity, it is another row's form, without typed text. If a hidden field is a secret, or can
   * change while the page is open, such as a version, set `identity` without it.
   */
  identity?: Fields;
  /** Called after each success: the action was carried out, and did not send the user to sign in. */
  onDone?: () => void;
  class?: string;
}

type Fields = Record<string, string>;

/** The page's forms keep typed text for a reload of the page. */
const keepers = new Set<() => void>();

/** The facts that the page has about a form. */
export function useFormState(props: Pick<FormProps, "action" | "fields" | "identity">) {
  const router = useContext(RouterContext);
  const location = useLocation();
  // Read once: each read of a bound action makes another action.
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
    /** Whether the form was pressed before a new sign-in, and has to be pressed again. */
    isAgain: () => location.query[AGAIN] === id(),
  };
}

export function Form(props: FormProps) {
  const location = useLocation();
  const session = useSession();
  const userId = () => session()?.user?.id;
  const { action, id, input, result, isAgain } = useFormState(props);
  const [message, setMessage] = createSignal<FormMessage | undefined>(untrack(isAgain) ? pressAgainText : undefined);
  // The names of the sent or kept fields. After each success there are none, so lines start again, too.
  const [names, setNames] = createSignal([...(untrack(input)?.keys() ?? [])], { equals: false });
  const [pinned, setPinned] = createSignal<Fields>();
  const hidden = () => ({ ...props.fields, ...pinned() });
  /** Whether the action has refused a hidden field, such as an old version: the user knows of the page's new one. */
  const isTold = () => Object.keys(props.fields ?? {}).some((name) => Object.hasOwn(result.errors, name));
  const fields: (() => string)[] = [];
  let element: HTMLFormElement | undefined;
  let pressed: { end: () => void; returnToPlace: () => void } | undefined;
  let isLeft = false;

  const context: FormOfFields = {
    errors: () => result.errors,
    sent: (name) => input()?.getAll(name).map(String),
    names,
    add(name) {
      fields.push(name);
      onCleanup(() => fields.splice(fields.indexOf(name), 1));
    },
  };

  // The page can get new data while the user types, such as by another form's success.
  createRenderEffect(
    on(
      () => ({ form: id(), fields: { ...props.fields } }),
      (now, before) => {
        if (before?.form !== now.form) setPinned();
        else if (!pinned() && !isTold() && typedInto(controlsOf(element)).length > 0) setPinned(before.fields);
      },
    ),
  );
  // The same form can become that of another row, by a link or a choice on the page: what was typed for one row is no
  // text of the other. A press that changes its own fields ends by itself.
  const route = useResolvedPath(() => "");
  createRenderEffect(
    on(
      () => ({ route: route(), form: id(), search: location.search }),
      (now, before = now) => {
        const isOther = now.form !== before.form && (!pressed || now.search !== before.search);
        if (!element || (now.route === before.route && !isOther)) return;
        pressed = undefined;
        restart(element);
      },
    ),
  );
  /** A page that answers a refused form, without the page's script, has the hidden fields that were sent. */
  function pinSent(sent: FormData | URLSearchParams | undefined): void {
    if (!sent || result.value !== undefined || isTold()) return;
    const names = Object.keys(props.fields ?? {});
    setPinned(Object.fromEntries(names.map((name) => [name, String(sent.get(name))])));
  }
  if (isServer) untrack(() => pinSent(input()));

  const origin = (): FormOrigin => ({ page: pageAt(location), user: userId(), form: id() });

  /** The form's message: why a press failed, or the errors of fields that are not shown, such as a hidden field. */
  function shown(): FormMessage | undefined {
    const others = Object.entries(result.errors).filter(([name]) => !fields.some((field) => field() === name));
    const text = others.map(([, error]) => error).join(" ");
    return message() ?? (text ? { text } : undefined);
  }

  function restart(form: HTMLFormElement): void {
    setNames([]);
    // A field can be called "reset".
    HTMLFormElement.prototype.reset.call(form);
  }

  function press(event: SubmitEvent & { currentTarget: HTMLFormElement }): void {
    const { submitter, currentTarget } = event;
    // If a script cannot read the file, the browser sends the form by itself.
    if (!attempt(() => new FormData(currentTarget))) return void event.stopImmediatePropagation();
    result.clear();
    setMessage(undefined);
    forget(key());
    // A reloaded page does not ask for the same press once more.
    if (isAgain()) history.replaceState(history.state, "", pageAt(location));
    isLeft = false;
    const returnToPlace = rememberPlace(submitter ?? currentTarget);
    const sent = controlsOf(currentTarget).map((control) => [control, String(valuesOf(control))] as const);
    const end = () => {
      returnToPlace();
      if (isLeft || Object.keys(result.errors).length > 0) return;
      // Text that the user has changed since the press stays.
      const changed = sent.filter(([control, values]) => String(valuesOf(control)) !== values);
      const typed = changed.map(([control]) => [control, valuesOf(control)] as const);
      restart(currentTarget);
      for (const [control, values] of typed) show(control, values);
      // The form resets itself first, so the page's own code cannot stop that.
      queueMicrotask(() => props.onDone?.());
    };
    pressed = { end, returnToPlace };
  }
  // The action has removed the row.
  onCleanup(() => pressed && queueMicrotask(pressed.returnToPlace));

  // A second press can do the action twice, so the button waits for the answer. A large upload takes minutes.
  createEffect(() => {
    if (!result.pending) return;
    const timer = setTimeout(setMessage, ANSWER_TIMEOUT_MS, unansweredText);
    onCleanup(() => clearTimeout(timer));
  });
  createEffect((wasPending: boolean) => {
    if (wasPending && !result.pending) {
      setMessage(undefined);
      if (result.failure) void explain(result.failure);
      else pressed?.end();
      pressed = undefined;
      if (isTold()) setPinned();
    }
    return result.pending;
  }, false);
  createEffect(
    () => Object.keys(result.errors).length > 0 && element?.querySelector<HTMLElement>(FIRST_WRONG)?.focus(),
  );

  async function explain(error: unknown): Promise<void> {
    // The user may load the page again, as the message says.
    for (const keepTyped of keepers) keepTyped();
    if (!(await isOfNewerBuild(error))) {
      const { title, text } = pressText(failureOf(error));
      const details = import.meta.env.DEV && error instanceof Error ? withoutColors(` ${error.stack}`) : "";
      return void setMessage({ title, text: text + details });
    }
    if (!loadNewerBuild()) setMessage(newerBuildText);
  }

  // Another user has another key, and so gets another page.
  const key = () => `typed ${userId()} ${location.pathname} ${id()}`;
  function keepTyped(): void {
    // The names say which lines the form has.
    const controls = controlsOf(element);
    const names = controls.map(({ name }) => name);
    const typed = typedInto(controls);
    if (userId() && (pressed || typed.length > 0)) keep(key(), JSON.stringify({ typed, names, fields: hidden() }));
  }
  useBeforeLeave(({ to }) => {
    isLeft = String(to).startsWith(`${SIGN_IN}?error=`);
    if (isLeft) keepTyped();
  });
  onMount(() => {
    keepers.add(keepTyped);
    // The page loads itself again (Layout.tsx).
    const keepRestored = ({ persisted }: PageTransitionEvent) => persisted && keepTyped();
    addEventListener("pageshow", keepRestored);
    onCleanup(() => {
      keepers.delete(keepTyped);
      removeEventListener("pageshow", keepRestored);
    });
    if (untrack(input) && element) pinSent(new FormData(element));
    const text = userId() && recall(key());
    if (!text) return;
    forget(key());
    const kept = attempt(() => JSON.parse(text));
    const typed = new Map<string, string[]>(kept?.typed);
    setPinned(kept?.fields);
    setNames(kept?.names ?? []);
    element?.closest("details")?.setAttribute("open", "");
    // This runs once all fields have their own values.
    queueMicrotask(() => {
      for (const control of controlsOf(element)) {
        const values = typed.get(control.name);
        if (values) show(control, values);
      }
    });
  });

  return (
    <FormContext.Provider value={context}>
      <PostForm
        ref={(form) => {
          element = form;
        }}
        action={action()}
        isMultipart
        fields={{ ...hidden(), [ORIGIN]: JSON.stringify(origin()) }}
        onSubmit={press}
        onReset={() => {
          setMessage(undefined);
          setPinned();
          // The action's result stays.
          if (result.value === undefined) result.clear();
        }}
        isPending={result.pending}
        message={shown()}
        class={props.class}
      >
        {props.children}
      </PostForm>
    </FormContext.Provider>
  );
}

/** The first field with an error. A group of radios counts once. */
const FIRST_WRONG = ":is(input, select, textarea)[aria-invalid=true], [aria-invalid=true] input";
