// A new user's first page. `callbackUrl` in the query is the page they came for.

import { useSearchParams } from "@solidjs/router";
import { createSignal, Show } from "solid-js";
import { AddPasskey } from "~/account/AddPasskey";
import { saveName } from "~/account/profile";
import { ActionForm } from "~/components/ActionForm";
import { Card } from "~/components/Card";
import { Field } from "~/components/Field";
import { Protected, type ProtectedProps } from "~/components/Protected";
import { Redirect } from "~/components/Redirect";
import { MAX_NAME_LENGTH } from "~/lib/limits";
import { localPath, param } from "~/lib/url";
import { usePageData } from "~/page-data";

function Welcome(props: ProtectedProps) {
  const [query] = useSearchParams<{ callbackUrl: string }>();
  const next = () => localPath(param(query.callbackUrl));
  const isNew = usePageData("isNew");
  const [isAdded, setAdded] = createSignal(false);
  return (
    <Show when={isNew() !== false} fallback={<Redirect to={next()} />}>
      <Card
        title="Welcome"
        lead={
          <>
            You're signed in as <strong class="font-semibold wrap-anywhere text-foreground">{props.user.email}</strong>.
            What should we call you?
          </>
        }
      >
        <ActionForm action={saveName} fields={{ next: next() }} class="grid gap-4">
          <Field
            id="name"
            name="name"
            label="Name"
            value={props.user.name ?? ""}
            maxlength={MAX_NAME_LENGTH}
            autocomplete="name"
          />
          <button type="submit" class="button button-filled">
            Save and continue
          </button>
        </ActionForm>
        <Show when={!isAdded()}>
          <AddPasskey class="gap-4" onAdded={() => setAdded(true)}>
            <p class="mt-2 border-t border-border pt-5 text-sm text-muted-foreground">
              Want to skip the email next time? Add a passkey, and sign in with your fingerprint, your face or this
              device's PIN.
            </p>
          </AddPasskey>
        </Show>
        <p class="lone-link text-center">
          <a href={next()}>
            Skip for now<span class="sr-only"> and continue</span>
          </a>
        </p>
      </Card>
    </Show>
  );
}

export default Protected(Welcome);
