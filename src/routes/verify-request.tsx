// The page after asking for a sign-in mail. The mail's link can be opened anywhere; its code is for this browser.

import { useSearchParams } from "@solidjs/router";
import { Show } from "solid-js";
import { Alert } from "~/components/Alert";
import { AuthForm } from "~/components/AuthForm";
import { Card } from "~/components/Card";
import { ErrorAlert } from "~/components/ErrorAlert";
import { Field } from "~/components/Field";
import { ResendButton } from "~/components/ResendButton";
import { LINK_MINUTES } from "~/lib/limits";
import { param } from "~/lib/url";
import { usePageData } from "~/page-data";
import appConfig from "../../app.config";

export default function VerifyRequest() {
  const [query] = useSearchParams<{ error: string; code: string }>();
  const email = usePageData("pendingEmail");
  const isAgain = usePageData("isSentAgain");
  const mailbox = usePageData("mailbox");
  const newest = () => (email() ? `/newest?${new URLSearchParams({ to: email() ?? "" })}` : "");

  return (
    <Card
      title="Check your inbox"
      lead={
        <Show when={email()} fallback="If you asked for a sign-in link, it's on its way.">
          We sent a sign-in link to <strong class="font-semibold wrap-anywhere text-ink">{email()}</strong>.
        </Show>
      }
    >
      <Show when={param(query.error)}>{(error) => <ErrorAlert error={error()} code={param(query.code)} />}</Show>
      <Show when={isAgain()}>
        <Alert tone="good">We sent the link again. It can take a minute to arrive.</Alert>
      </Show>
      <Show when={appConfig.signInCodes && email()}>
        <p class="text-muted">Open the link, or enter the code from the same email:</p>
        <AuthForm action="callback/email" class="grid gap-4">
          <Field
            id="code"
            name="code"
            label="Code"
            required
            autocomplete="one-time-code"
            autocapitalize="characters"
            spellcheck={false}
            placeholder="XXXX-XXXX"
            inputClass="text-center font-mono text-lg tracking-widest uppercase placeholder:text-base"
          />
          <button type="submit" class="button button-filled button-wide">
            Sign in
          </button>
        </AuthForm>
      </Show>
      <Show when={mailbox()}>
        {(url) => (
          <a href={url() + newest()} rel="external" class="button button-outlined button-wide">
            Open the local mailbox
          </a>
        )}
      </Show>
      <Show when={email()}>
        {(address) => (
          <AuthForm action="signin/email" fields={{ email: address() }} class="grid">
            <ResendButton />
          </AuthForm>
        )}
      </Show>
      <p class="text-sm text-pretty text-muted">
        {appConfig.signInCodes ? "The link and the code work" : "The link works"} once, for {LINK_MINUTES} minutes.
        Can't find it? Check your spam folder.
      </p>
      <p class="lone-link text-center text-sm">
        <a href="/sign-in">Use another address</a>
      </p>
    </Card>
  );
}
