import { createAsync, type RouteDefinition, useSearchParams } from "@solidjs/router";
import { Show } from "solid-js";
import { AuthForm } from "~/components/AuthForm";
import { Card } from "~/components/Card";
import { ErrorAlert } from "~/components/ErrorAlert";
import { GitHubIcon } from "~/components/GitHubIcon";
import { PasskeySignIn } from "~/components/PasskeySignIn";
import { authForm, signInOptions, visitorOfSignIn } from "~/session";
import { first } from "~/url";
import appConfig from "../../../app.config";

export const route = {
  preload() {
    void authForm();
    void signInOptions();
  },
} satisfies RouteDefinition;

export default function SignIn() {
  const [query] = useSearchParams<{ callbackUrl: string; error: string; code: string; fresh: string }>();
  const callbackUrl = () => first(query.callbackUrl);
  const error = () => first(query.error);
  const stays = () => Boolean(error() || first(query.fresh));
  // Whoever is signed in already has nothing to do here, unless asked to sign in afresh or told of an error.
  const user = createAsync(() => visitorOfSignIn(stays(), callbackUrl()), { deferStream: true });
  const methods = createAsync(() => signInOptions(), { deferStream: true });

  return (
    <Card
      title={`Sign in to ${appConfig.name}`}
      lead={user() ? `You are signed in as ${user()?.email}.` : "New here? This makes your account too."}
    >
      <Show when={error()}>{(type) => <ErrorAlert error={type()} code={first(query.code)} />}</Show>
      <Show when={methods()?.email}>
        <AuthForm action="signin/email" fields={{ callbackUrl: callbackUrl() }} class="grid gap-4">
          <div class="grid gap-1.5">
            <label for="email" class="text-sm font-medium">
              Email
            </label>
            <input
              id="email"
              name="email"
              type="email"
              required
              autocomplete="username webauthn"
              placeholder="you@example.com"
              class="input"
            />
          </div>
          <button type="submit" class="button button-filled w-full">
            Email me a link
          </button>
        </AuthForm>
        <div class="flex items-center gap-3 text-sm text-muted" aria-hidden="true">
          <span class="h-px grow bg-line" />
          or
          <span class="h-px grow bg-line" />
        </div>
      </Show>
      <PasskeySignIn callbackUrl={callbackUrl()} />
      <Show when={methods()?.github}>
        <AuthForm action="signin/github" fields={{ callbackUrl: callbackUrl() }}>
          <button type="submit" class="button button-outlined w-full">
            <GitHubIcon />
            Continue with GitHub
          </button>
        </AuthForm>
      </Show>
    </Card>
  );
}
