import { createAsync, type RouteDefinition } from "@solidjs/router";
import { Show } from "solid-js";
import { AuthForm } from "~/components/AuthForm";
import { Card } from "~/components/ui/Card";
import { Status } from "~/components/ui/Status";
import { signOutText as texts } from "~/messages/account";
import { useSession } from "~/session";
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
      <a href="/sign-in" class="button button-filled button-wide">
        {texts.signIn}
      </a>
    </Card>
  );
}

function SignOutForm() {
  const session = useSession();
  const page = createAsync(() => signOutPage(), { deferStream: true });
  return (
    <Card title={texts.title} lead={texts.text}>
      <Status tone="note" when={page()?.staysAt}>
        {texts.elsewhere}
      </Status>
      {/* This also resets the callback URL, so the next user of this browser is not sent to this user's page. */}
      <AuthForm action="signout" csrfToken={session()?.csrfToken} fields={{ callbackUrl: "/" }} class="grid">
        <button type="submit" class="button button-filled button-wide">
          {texts.button}
        </button>
      </AuthForm>
      <a href={page()?.cameFrom ?? "/"} class="button button-outlined button-wide">
        {texts.cancel}
      </a>
    </Card>
  );
}
