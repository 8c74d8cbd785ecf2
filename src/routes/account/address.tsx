// Where the link in the mail to a new address leads. Opening it changes nothing, since mail scanners open links too; the button does.

import { useSearchParams } from "@solidjs/router";
import { HttpStatusCode } from "@solidjs/start";
import { Show } from "solid-js";
import { confirmAddress } from "~/account/profile";
import { ActionForm } from "~/components/ActionForm";
import { Card } from "~/components/Card";
import { Protected } from "~/components/Protected";
import { NOTICES } from "~/notices";
import { first } from "~/url";

export default Protected((props) => {
  const [query] = useSearchParams<{ email: string; token: string }>();
  const email = () => first(query.email);
  const token = () => first(query.token);
  return (
    <Show
      when={email() && token()}
      fallback={
        <Card title="This link is not whole" lead={NOTICES.addressLinkSpent.text}>
          <HttpStatusCode code={400} />
          <a href="/account" class="button button-filled">
            Go to your account
          </a>
        </Card>
      }
    >
      <Card
        title="Change your address"
        lead={
          <>
            From <strong class="font-semibold wrap-anywhere text-ink">{props.user.email}</strong> to{" "}
            <strong class="font-semibold wrap-anywhere text-ink">{email()}</strong>
          </>
        }
      >
        <ActionForm action={confirmAddress} fields={{ email: email() ?? "", token: token() ?? "" }} class="grid">
          <button type="submit" class="button button-filled">
            Change the address
          </button>
        </ActionForm>
        <a href="/account" class="button button-outlined">
          Keep the old one
        </a>
      </Card>
    </Show>
  );
});
