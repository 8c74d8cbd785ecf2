import { createAsync } from "@solidjs/router";
import { Show } from "solid-js";
import { AuthForm } from "~/components/AuthForm";
import { Card } from "~/components/Card";
import { mailRequest, signInOptions } from "~/session";

export default function VerifyRequest() {
  const email = createAsync(() => mailRequest(), { deferStream: true });
  const options = createAsync(() => signInOptions(), { deferStream: true });

  return (
    <Card
      title="Check your inbox"
      lead={
        <Show when={email()} fallback="If you asked for a sign-in link, it is on its way.">
          We sent a sign-in link to <strong class="font-semibold wrap-anywhere text-ink">{email()}</strong>.
        </Show>
      }
    >
      <p class="text-muted">The link works once, for 10 minutes. It may have landed among the spam.</p>
      <Show when={options()?.mailbox}>
        {(href) => (
          <a href={href()} rel="external" class="button button-filled">
            Open the local mailbox
          </a>
        )}
      </Show>
      <Show when={email()}>
        {(address) => (
          <AuthForm action="signin/email" fields={{ email: address() }} class="grid">
            <button type="submit" class="button button-outlined">
              Send it again
            </button>
          </AuthForm>
        )}
      </Show>
      <p class="text-center text-sm">
        <a href="/sign-in">Use another address</a>
      </p>
    </Card>
  );
}
