// The page that the link in a sign-in mail opens. Opening it does not spend the token, because mail scanners open links
// too. The button spends it.

import { useSearchParams } from "@solidjs/router";
import { HttpStatusCode } from "@solidjs/start";
import { Show } from "solid-js";
import { AuthForm } from "~/components/AuthForm";
import { Button } from "~/components/Button";
import { Card } from "~/components/Card";
import { Status } from "~/components/Status";
import { Submit } from "~/components/Submit";
import { param } from "~/lib/url";
import { describeAuthError } from "~/messages/auth-errors";
import { confirmText } from "~/messages/email-link";
import { usePageData } from "~/page-data";

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
          <Button href={broken.next.href} isWide>
            {broken.next.label}
          </Button>
        </Card>
      }
    >
      <Card
        title={confirmText.title}
        lead={confirmText.signedInAs(<strong class="font-semibold wrap-anywhere text-foreground">{email()}</strong>)}
      >
        <Status tone="note" when={requested() !== email() && confirmText.elsewhere}>
          {(text) => text}
        </Status>
        <AuthForm
          action="callback/email"
          fields={{ token: token(), email: email() ?? "", callbackUrl: param(query.callbackUrl) }}
          class="grid"
        >
          <Submit isWide>{confirmText.signIn}</Submit>
        </AuthForm>
        <p class="text-center text-sm">
          {confirmText.notYou} <a href="/sign-in">{confirmText.otherEmail}</a>
        </p>
      </Card>
    </Show>
  );
}
