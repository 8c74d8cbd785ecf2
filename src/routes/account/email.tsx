// The page that the link in the mail to a new address opens. Opening it changes nothing, because mail scanners open
// links too. The button changes the address.

import { useSearchParams } from "@solidjs/router";
import { HttpStatusCode } from "@solidjs/start";
import { Show } from "solid-js";
import { confirmEmail } from "~/account/profile";
import { Card } from "~/components/Card";
import { Form } from "~/components/Form";
import { Protected, type ProtectedProps } from "~/components/Protected";
import { param } from "~/lib/url";
import { newEmailText as texts } from "~/messages/account";
import { usePageData } from "~/page-data";

function ChangeEmail(props: ProtectedProps) {
  const [query] = useSearchParams<{ token: string }>();
  const email = usePageData("linkEmail");
  const token = () => param(query.token);
  const isOwn = () => email() === props.user.email;
  const words = () => (isOwn() ? texts.own : texts.other);
  const isUsable = () => email() && token() && !(isOwn() && props.user.emailVerified);
  return (
    <Show
      when={isUsable()}
      fallback={
        <Card title={texts.broken} lead={isOwn() ? texts.alreadyOwn : texts.spent}>
          <HttpStatusCode code={400} />
          <a href="/account" class="button button-filled">
            {texts.toAccount}
          </a>
        </Card>
      }
    >
      <Card
        title={words().title}
        lead={
          <>
            <Show when={!isOwn()}>
              {texts.from} <strong class="font-semibold wrap-anywhere text-foreground">{props.user.email}</strong>{" "}
              {texts.to}{" "}
            </Show>
            <strong class="font-semibold wrap-anywhere text-foreground">{email()}</strong>
          </>
        }
      >
        <Form action={confirmEmail} fields={{ email: email() ?? "", token: token() ?? "" }} class="grid">
          <button type="submit" class="button button-filled">
            {words().button}
          </button>
        </Form>
        <a href="/account" class="button button-outlined">
          {words().cancel}
        </a>
      </Card>
    </Show>
  );
}

export default Protected(ChangeEmail);
