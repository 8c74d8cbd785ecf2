// The page that the link in the mail to a new address opens. Opening it changes nothing, because mail scanners open
// links too. The button changes the address.

import { useSearchParams } from "@solidjs/router";
import { HttpStatusCode } from "@solidjs/start";
import { Show } from "solid-js";
import { confirmEmail } from "~/account/profile";
import { ActionForm } from "~/components/ActionForm";
import { Card } from "~/components/Card";
import { Protected, type ProtectedProps } from "~/components/Protected";
import { param } from "~/lib/url";
import { usePageData } from "~/page-data";

function ChangeEmail(props: ProtectedProps) {
  const [query] = useSearchParams<{ token: string }>();
  const email = usePageData("linkEmail");
  const token = () => param(query.token);
  const isOwn = () => email() === props.user.email;
  const isUsable = () => email() && token() && !(isOwn() && props.user.emailVerified);
  return (
    <Show
      when={isUsable()}
      fallback={
        <Card
          title="This link no longer works"
          lead={
            isOwn()
              ? "You don't need it any more: this is already your email."
              : "It has already been used, has expired or is incomplete."
          }
        >
          <HttpStatusCode code={400} />
          <a href="/account" class="button button-filled">
            Go to your account
          </a>
        </Card>
      }
    >
      <Card
        title={isOwn() ? "Confirm your email" : "Change your email"}
        lead={
          <>
            <Show when={!isOwn()}>
              From <strong class="font-semibold wrap-anywhere text-foreground">{props.user.email}</strong> to{" "}
            </Show>
            <strong class="font-semibold wrap-anywhere text-foreground">{email()}</strong>
          </>
        }
      >
        <ActionForm action={confirmEmail} fields={{ email: email() ?? "", token: token() ?? "" }} class="grid">
          <button type="submit" class="button button-filled">
            {isOwn() ? "Confirm the email" : "Change the email"}
          </button>
        </ActionForm>
        <a href="/account" class="button button-outlined">
          {isOwn() ? "Not now" : "Keep the old email"}
        </a>
      </Card>
    </Show>
  );
}

export default Protected(ChangeEmail);
