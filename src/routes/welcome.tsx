// A new user's first page. `callbackUrl` in the query is the page they came for.

import { createAsync, useSearchParams } from "@solidjs/router";
import { AddPasskey } from "~/account/AddPasskey";
import { saveName } from "~/account/profile";
import { requireNewUser } from "~/account/welcome";
import { ActionForm } from "~/components/ActionForm";
import { Card } from "~/components/Card";
import { Field } from "~/components/Field";
import { Protected, type ProtectedProps } from "~/components/Protected";
import { MAX_NAME_LENGTH } from "~/lib/limits";
import { first, localPath } from "~/lib/url";

function Welcome(props: ProtectedProps) {
  const [query] = useSearchParams<{ callbackUrl: string }>();
  const next = () => localPath(first(query.callbackUrl));
  // Users who are not new are redirected.
  createAsync(() => requireNewUser(next()), { deferStream: true });
  return (
    <Card
      title="Welcome"
      lead={
        <>
          You're signed in as <strong class="font-semibold wrap-anywhere text-ink">{props.user.email}</strong>. What
          should we call you?
        </>
      }
    >
      <ActionForm action={saveName} fields={{ next: next() }} class="grid gap-4">
        <Field label="Name">
          {(id) => (
            <input
              id={id}
              name="name"
              value={props.user.name ?? ""}
              maxlength={MAX_NAME_LENGTH}
              autocomplete="name"
              class="input"
            />
          )}
        </Field>
        <button type="submit" class="button button-filled">
          Save and continue
        </button>
      </ActionForm>
      <AddPasskey class="gap-4">
        <p class="mt-2 border-t border-line pt-5 text-sm text-muted">
          Want to skip the email next time? Add a passkey, and sign in with your fingerprint, your face or this device's
          PIN.
        </p>
      </AddPasskey>
      <p class="text-center">
        <a href={next()}>
          Skip for now<span class="sr-only"> and continue</span>
        </a>
      </p>
    </Card>
  );
}

export default Protected(Welcome);
