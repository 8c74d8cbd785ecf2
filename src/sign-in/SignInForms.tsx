// The forms of the sign-in page: email first, then the other methods, always in the same order.

import { For, type JSX, onMount, Show } from "solid-js";
import { AuthForm } from "~/components/AuthForm";
import { Field } from "~/components/ui/Field";
import { Icon } from "~/components/ui/Icon";
import { Submit } from "~/components/ui/Submit";
import { matchesMedia } from "~/lib/conveniences";
import { signInText } from "~/messages/sign-in";
import type { SignInPage } from "~/sign-in/queries";
import { LAST_USED_ID, LastUsed } from "./LastUsed";
import { PasskeySignIn } from "./PasskeySignIn";

interface SignInFormsProps {
  csrfToken: string;
  methods: SignInPage["methods"];
  lastMethod: string | null;
  callbackUrl: string | undefined;
  /** The value of the email field. */
  email: string;
  isEmailWrong?: boolean;
  /** Whether a user signs in again: then the email is fixed, and the page tells providers to ask the user. */
  isAgain?: boolean;
}

export function SignInForms(props: SignInFormsProps) {
  const hasEmail = () => props.methods.some(({ id }) => id === "email");
  const others = () => props.methods.filter(({ id }) => id !== "email");
  const isLastUsed = (method: string) => props.lastMethod === method;
  onMount(() => {
    // An error keeps the focus. The page's heading does not: the field gets it, whichever of the two is there first. On
    // touch screens, the focus opens the keyboard.
    if (document.activeElement?.matches("body, main, h1") && matchesMedia("(pointer: fine)"))
      document.getElementById("email")?.focus({ preventScroll: true });
  });

  const withLastUsed = (method: string, button: (describedBy: string | undefined) => JSX.Element) => (
    <LastUsed isShown={isLastUsed(method)}>{button(isLastUsed(method) ? LAST_USED_ID : undefined)}</LastUsed>
  );

  return (
    <>
      <Show when={hasEmail()}>
        <AuthForm
          action="signin/email"
          csrfToken={props.csrfToken}
          fields={{ callbackUrl: props.callbackUrl }}
          class="grid gap-4"
        >
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
          {withLastUsed("email", (describedBy) => (
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
                csrfToken={props.csrfToken}
                fields={{ callbackUrl: props.callbackUrl, fresh: props.isAgain ? "true" : undefined }}
                class="grid gap-4"
              >
                {withLastUsed(id, (describedBy) => (
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
    </>
  );
}
