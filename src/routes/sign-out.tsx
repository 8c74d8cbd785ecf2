import { createAsync, type RouteDefinition, useSearchParams } from "@solidjs/router";
import { Show } from "solid-js";
import { AuthForm } from "~/components/AuthForm";
import { Button } from "~/components/ui/Button";
import { Card } from "~/components/ui/Card";
import { Status } from "~/components/ui/Status";
import { Submit } from "~/components/ui/Submit";
import { SIGN_IN } from "~/lib/paths";
import { param } from "~/lib/url";
import { signOutText as texts } from "~/messages/account";
import { useSession } from "~/session";
import { ErrorAlert } from "~/sign-in/ErrorAlert";
import { signOutPage } from "~/sign-in/queries";

export const route = { preload: () => void signOutPage() } satisfies RouteDefinition;

export default function SignOut() {
  const session = useSession();
  return (
    <Show when={session()?.user !== null} fallback={<SignedOut />}>
      <SignOutForm />
    </Show>
  );
}

function SignedOut() {
  return (
    <Card title={texts.done}>
      <Button href={SIGN_IN} isWide>
        {texts.signIn}
      </Button>
    </Card>
  );
}

function SignOutForm() {
  const [query] = useSearchParams<{ error: string }>();
  const session = useSession();
  const data = createAsync(() => signOutPage());
  return (
    <Card title={texts.title} lead={texts.text}>
      <Show when={param(query.error)}>{(error) => <ErrorAlert error={error()} />}</Show>
      <Status tone="note" when={data()?.staysAt}>
        {texts.elsewhere}
      </Status>
      {/* This also resets the callback URL, so that the next user of this browser does not get to this user's page. */}
      <AuthForm
        action="signout"
        csrfToken={session()?.csrfToken}
        fields={{ callbackUrl: "/", user: session()?.user?.id, from: "/sign-out" }}
        class="grid"
      >
        <Submit isWide>{texts.button}</Submit>
      </AuthForm>
      <Button href={data()?.cameFrom ?? "/"} variant="outline" isWide>
        {texts.cancel}
      </Button>
    </Card>
  );
}
