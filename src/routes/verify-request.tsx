import { Show } from "solid-js";
import { Alert } from "~/components/Alert";
import { AuthForm } from "~/components/AuthForm";
import { Card } from "~/components/Card";
import { ResendButton } from "~/components/ResendButton";
import { usePageData } from "~/session";

export default function VerifyRequest() {
  const email = usePageData("pendingEmail");
  const isAgain = usePageData("isSentAgain");
  const mailbox = usePageData("mailbox");
  const newest = () => (email() ? `/newest?${new URLSearchParams({ to: email() ?? "" })}` : "");

  return (
    <Card
      title="Check your inbox"
      lead={
        <Show when={email()} fallback="If you asked for a sign-in link, it is on its way.">
          We sent a sign-in link to <strong class="font-semibold wrap-anywhere text-ink">{email()}</strong>.
        </Show>
      }
    >
      <Show when={isAgain()}>
        <Alert tone="good">We sent the link again. It can take a minute to arrive.</Alert>
      </Show>
      <p class="text-muted">The link works once, for 10 minutes. If you can't find it, check your spam folder.</p>
      <Show when={mailbox()}>
        {(url) => (
          <a href={url() + newest()} rel="external" class="button button-filled button-wide">
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
      <p class="text-center text-sm">
        <a href="/sign-in">Use another address</a>
      </p>
    </Card>
  );
}
