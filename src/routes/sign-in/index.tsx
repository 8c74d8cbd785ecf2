import { type RouteDefinition, useSearchParams } from "@solidjs/router";
import { createMemo, For, Show } from "solid-js";
import { AuthForm } from "~/components/AuthForm";
import { Card } from "~/components/Card";
import { ErrorAlert } from "~/components/ErrorAlert";
import { Field } from "~/components/Field";
import { Icon } from "~/components/Icon";
import { LAST_USED_ID, LastUsed } from "~/components/LastUsed";
import { PasskeySignIn } from "~/components/PasskeySignIn";
import { Redirect } from "~/components/Redirect";
import { first, localPath } from "~/lib/url";
import { preloadPageData, usePageData } from "~/session";
import appConfig from "../../../app.config";

export const route = {
  preload: () => preloadPageData("csrfToken", "signInMethods"),
} satisfies RouteDefinition;

const NEW_HERE = "New here? We'll create your account.";

export default function SignIn() {
  const [query] = useSearchParams<{ callbackUrl: string; error: string; code: string; fresh: string }>();
  const callbackUrl = () => first(query.callbackUrl);
  const error = () => first(query.error);
  const user = usePageData("user");
  // Signed-in users are redirected, unless the page shows an error or asks for a fresh sign-in.
  const isOver = () => user() && !error() && !first(query.fresh);
  const methods = usePageData("signInMethods");
  const hasEmail = () => methods()?.some(({ id }) => id === "email");
  const otherMethods = () => methods()?.filter(({ id }) => id !== "email") ?? [];
  const lastMethod = usePageData("lastMethod");
  const isLastUsed = (method: string) => lastMethod() === method;
  const failedAddress = error() ? usePageData("typedAddress") : () => null;
  // Shown once, so it is gone when the page's data is read again. The field keeps it.
  const typedAddress = createMemo<string>((kept) => kept || (failedAddress() ?? ""), "");
  const isAddressWrong = () => error() === "EmailSignInError" && first(query.code) === "address";

  return (
    <Show when={!isOver()} fallback={<Redirect to={localPath(callbackUrl())} />}>
      <Card
        title={`Sign in to ${appConfig.name}`}
        description={`Sign in to ${appConfig.name}. ${NEW_HERE}`}
        lead={user() ? `You are signed in as ${user()?.email}.` : NEW_HERE}
      >
        <Show when={error()}>{(type) => <ErrorAlert error={type()} code={first(query.code)} />}</Show>
        <Show when={hasEmail()}>
          <AuthForm action="signin/email" fields={{ callbackUrl: callbackUrl() }} class="grid gap-4">
            <Field label="Email">
              {(id) => (
                <input
                  id={id}
                  name="email"
                  type="email"
                  required
                  autocomplete="username webauthn"
                  placeholder="you@example.com"
                  value={typedAddress()}
                  aria-invalid={isAddressWrong() || undefined}
                  class="input"
                />
              )}
            </Field>
            <LastUsed isShown={isLastUsed("email")}>
              <button
                type="submit"
                aria-describedby={isLastUsed("email") ? LAST_USED_ID : undefined}
                class="button button-filled button-wide"
              >
                Email me a link
              </button>
            </LastUsed>
          </AuthForm>
          <Show when={otherMethods().length > 0}>
            <div class="flex items-center gap-3 text-sm text-muted" aria-hidden="true">
              <span class="grow border-t border-line" />
              or
              <span class="grow border-t border-line" />
            </div>
          </Show>
        </Show>
        <For each={otherMethods()}>
          {({ id, name, icon }) => (
            <Show
              when={id === "passkey"}
              fallback={
                <AuthForm action={`signin/${id}`} fields={{ callbackUrl: callbackUrl() }}>
                  <LastUsed isShown={isLastUsed(id)}>
                    <button
                      type="submit"
                      aria-describedby={isLastUsed(id) ? LAST_USED_ID : undefined}
                      class="button button-outlined button-wide"
                    >
                      <Icon svg={icon} class="size-5 *:fill-current" />
                      {`Continue with ${name}`}
                    </button>
                  </LastUsed>
                </AuthForm>
              }
            >
              <PasskeySignIn callbackUrl={callbackUrl()} isLastUsed={isLastUsed(id)} />
            </Show>
          )}
        </For>
      </Card>
    </Show>
  );
}
