// The page that the link in a sign-in mail opens. Opening it does not spend the token, because mail scanners open links
// too. The button spends it.

import { useSearchParams } from "@solidjs/router";
import { HttpStatusCode } from "@solidjs/start";
import { Show } from "solid-js";
import { Alert } from "~/components/Alert";
import { AuthForm } from "~/components/AuthForm";
import { Card } from "~/components/Card";
import { param } from "~/lib/url";
import { describeAuthError } from "~/messages/auth-errors";
import { usePageData } from "~/page-data";
import appConfig from "../../../app.config";

export default function Confirm() {
  const [query] = useSearchParams<{ token: string; callbackUrl: string }>();
  const email = usePageData("linkEmail");
  const token = () => param(query.token);
  const requested = usePageData("pendingEmail");
  const broken = describeAuthError("Verification");

  return (
    <Show
      when={email() && token()}
      fallback={
        <Card title={broken.title} lead={broken.text}>
          <HttpStatusCode code={broken.status} />
          <a href={broken.next.href} class="button button-filled button-wide">
            {broken.next.label}
          </a>
        </Card>
      }
    >
      <Card
        title={`Sign in to ${appConfig.name}`}
        lead={
          <>
            You'll be signed in as <strong class="font-semibold wrap-anywhere text-foreground">{email()}</strong>.
          </>
        }
      >
        <Show when={requested() !== email()}>
          <Alert tone="note">
            This link was requested in another browser. Sign in here only if you asked for it yourself and the address
            is yours.
          </Alert>
        </Show>
        <AuthForm
          action="callback/email"
          fields={{ token: token(), email: email() ?? "", callbackUrl: param(query.callbackUrl) }}
          class="grid"
        >
          <button type="submit" class="button button-filled button-wide">
            Sign in
          </button>
        </AuthForm>
        <p class="text-center text-sm">
          Not you? <a href="/sign-in">Use another address</a>
        </p>
      </Card>
    </Show>
  );
}
