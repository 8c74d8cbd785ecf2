// The page that the link in the mail to a new address opens. An opened link changes nothing, because mail scanners open
// links too. The button changes the address.

import { createAsync, type RouteDefinition, useSearchParams } from "@solidjs/router";
import { HttpStatusCode } from "@solidjs/start";
import { Show } from "solid-js";
import { confirmEmail } from "~/account/profile";
import { linkedEmail } from "~/account/queries";
import { Form } from "~/components/Form";
import { Protected, type ProtectedProps } from "~/components/Protected";
import { Button } from "~/components/ui/Button";
import { Card } from "~/components/ui/Card";
import { Submit } from "~/components/ui/Submit";
import { param } from "~/lib/url";
import { newEmailText as texts } from "~/messages/account";

export const route = {
  preload: ({ location }) => void linkedEmail(param(location.query.email)),
} satisfies RouteDefinition;

function ChangeEmail(props: ProtectedProps) {
  const [query] = useSearchParams<{ email: string; token: string }>();
  const email = createAsync(() => linkedEmail(param(query.email)));
  const token = () => param(query.token);
  const isOwn = () => email() === props.user.email;
  const text = () => (isOwn() ? texts.own : texts.other);
  const isUsable = () => email() && token() && !(isOwn() && props.user.emailVerified);
  return (
    <Show
      when={isUsable()}
      fallback={
        <Card title={texts.broken} lead={isOwn() ? texts.alreadyOwn : texts.spent}>
          <HttpStatusCode code={400} />
          <Button href="/account">{texts.toAccount}</Button>
        </Card>
      }
    >
      <Card
        title={text().title}
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
          <Submit>{text().button}</Submit>
        </Form>
        <Button href="/account" variant="outline">
          {text().cancel}
        </Button>
      </Card>
    </Show>
  );
}

export default Protected(ChangeEmail);
