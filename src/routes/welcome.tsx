// A new user's first page. `callbackUrl` in the query is where they were going.

import { useSearchParams } from "@solidjs/router";
import { AddPasskey } from "~/components/AddPasskey";
import { Card } from "~/components/Card";
import { Protected } from "~/components/Protected";
import { first, localPath } from "~/url";

export default Protected((props) => {
  const [query] = useSearchParams<{ callbackUrl: string }>();
  const next = () => localPath(first(query.callbackUrl));
  return (
    <Card
      title="Welcome"
      lead={
        <>
          You are signed in as <strong class="font-semibold wrap-anywhere text-ink">{props.user.email}</strong>.
        </>
      }
    >
      <p class="text-muted">
        With a passkey you sign in next time with your fingerprint, your face or this device's PIN: no mail, no
        password.
      </p>
      <AddPasskey class="w-full" />
      <a href={next()} class="button button-filled">
        Continue
      </a>
    </Card>
  );
});
