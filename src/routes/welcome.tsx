// A new user's first page. `callbackUrl` in the query is the page that the user wanted.

import { useLocation, useSearchParams } from "@solidjs/router";
import { createSignal, Show } from "solid-js";
import { AddPasskey } from "~/account/AddPasskey";
import { saveName } from "~/account/profile";
import { Form } from "~/components/Form";
import { Protected, type ProtectedProps } from "~/components/Protected";
import { Card } from "~/components/ui/Card";
import { Field } from "~/components/ui/Field";
import { Submit } from "~/components/ui/Submit";
import { MAX_NAME_LENGTH } from "~/lib/limits";
import { localPath, param } from "~/lib/url";
import { welcomeText as texts } from "~/messages/account";
import { useSession } from "~/session";

function Welcome(props: ProtectedProps) {
  const [query] = useSearchParams<{ callbackUrl: string }>();
  const here = useLocation();
  const next = () => {
    const path = localPath(param(query.callbackUrl));
    // A new user who wanted this page goes on to the home page: otherwise the page leads to itself.
    return path.split(/[?#]/)[0] === here.pathname ? "/" : path;
  };
  const session = useSession();
  const [isAdded, setAdded] = createSignal(false);
  return (
    <Card
      title={texts.title}
      lead={
        <>
          {texts.signedInAs} <strong class="font-semibold wrap-anywhere text-foreground">{props.user.email}</strong>.{" "}
          {texts.question}
        </>
      }
    >
      <Form action={saveName} fields={{ next: next() }} class="grid gap-4">
        <Field
          name="name"
          label={texts.name}
          value={props.user.name ?? ""}
          maxlength={MAX_NAME_LENGTH}
          autocomplete="name"
        />
        <Submit>{texts.save}</Submit>
      </Form>
      <Show when={session()?.hasPasskeys && !isAdded()}>
        <AddPasskey class="gap-4" onAdded={() => setAdded(true)}>
          <p class="mt-2 border-t border-border pt-5 text-sm text-muted-foreground">{texts.passkey}</p>
        </AddPasskey>
      </Show>
      {/* The page has one link with two looks, because a new link loses the focus. So it is not a `Button`. */}
      <p class={isAdded() ? "grid" : "lone-link text-center"}>
        <a href={next()} class={isAdded() ? "button button-outlined" : undefined}>
          {isAdded() ? texts.done : texts.skip}
          <span class="sr-only"> {texts.andContinue}</span>
        </a>
      </p>
    </Card>
  );
}

export default Protected(Welcome);
