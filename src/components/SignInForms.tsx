// The forms of the sign-in page: email first, then the other methods, always in the same order.

import { For, type JSX, onMount, Show } from "solid-js";
import { matchesMedia } from "~/lib/conveniences";
import { signInText } from "~/messages/sign-in";
import type { PageData } from "~/page-data";
import { usePageData } from "~/page-data";
import { AuthForm } from "./AuthForm";
import { Field } from "./Field";
import { Icon } from "./Icon";
import { LAST_USED_ID, LastUsed } from "./LastUsed";
import { PasskeySignIn } from "./PasskeySignIn";
import { Submit } from "./Submit";

interface SignInFormsProps {
  methods: PageData["signInMethods"];
  callbackUrl: string | undefined;
  /** The value of the email field. */
  email: string;
  isEmailWrong?: boolean;
  /** To sign in again: the email is fixed, and providers are told to ask the user. */
  isAgain?: boolean;
}

export function SignInForms(props: SignInFormsProps) {
  const hasEmail = () => props.methods.some(({ id }) => id === "email");
  const others = () => props.methods.filter(({ id }) => id !== "email");
  const lastMethod = usePageData("lastMethod");
  const isLastUsed = (method: string) => lastMethod() === method;
  onMount(() => {
    // An error keeps the focus. The page's heading does not, in whatever order both arrive. On touch screens, the focus
    // would open the keyboard.
    if (document.activeElement?.matches("body, h1") && matchesMedia("(pointer: fine)"))
      document.getElementById("email")?.focus({ preventScroll: true });
  });

  const mark = (method: string, button: (describedBy: string | undefined) => JSX.Element) => (
    <LastUsed isShown={isLastUsed(method)}>{button(isLastUsed(method) ? LAST_USED_ID : undefined)}</LastUsed>
  );

  return (
    <>
      <Show when={hasEmail()}>
        <AuthForm action="signin/email" fields={{ callbackUrl: props.callbackUrl }} class="grid gap-4">
          <Field
            id="email"
            name="email"
            type="email"
            label={signInText.email}
            required
            readonly={props.isAgain}
            autocomplete="username webauthn"
            placeholder={signInText.emailExample}
            value={props.email}
            isInvalid={props.isEmailWrong}
          />
          {mark("email", (describedBy) => (
            <Submit isWide aria-describedby={describedBy}>
              {signInText.byEmail}
            </Submit>
          ))}
        </AuthForm>
        <Show when={others().length > 0}>
          <div class="flex items-center gap-3 text-sm text-muted-foreground" aria-hidden="true">
            <span class="grow border-t border-border" />
            {signInText.or}
            <span class="grow border-t border-border" />
          </div>
        </Show>
      </Show>
      <For each={others()}>
        {({ id, name, icon }) => (
          <Show
            when={id === "passkey"}
            fallback={
              <AuthForm
                action={`signin/${id}`}
                fields={{ callbackUrl: props.callbackUrl, fresh: props.isAgain ? "true" : undefined }}
                class="grid gap-4"
              >
                {mark(id, (describedBy) => (
                  <Submit variant="outline" isWide aria-describedby={describedBy}>
                    <Icon svg={icon} class="size-5 *:fill-current" />
                    {signInText.byProvider(name)}
                  </Submit>
                ))}
              </AuthForm>
            }
          >
            <PasskeySignIn callbackUrl={props.callbackUrl} isLastUsed={isLastUsed(id)} />
          </Show>
        )}
      </For>
      {import.meta.env.DEV && <MissingMethods />}
    </>
  );
}

/** In development, where the buttons would be. */
function MissingMethods() {
  const missing = usePageData("missingMethods");
  return (
    <For each={missing()}>
      {({ name, variables }) => (
        <p class="text-sm text-pretty text-muted-foreground">{`${name} is off in development: it needs ${variables.join(", ")}.`}</p>
      )}
    </For>
  );
}
