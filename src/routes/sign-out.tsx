import { Show } from "solid-js";
import { AuthForm } from "~/components/AuthForm";
import { Card } from "~/components/Card";
import { Status } from "~/components/Status";
import { signOutText as texts } from "~/messages/account";
import { usePageData } from "~/page-data";

export default function SignOut() {
  const user = usePageData("user");
  return (
    <Show when={user() !== null} fallback={<SignedOut />}>
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
  const cameFrom = usePageData("cameFrom");
  const stays = usePageData("staysAt");
  return (
    <Card title={texts.title} lead={texts.text}>
      <Status tone="note" when={stays()}>
        {texts.elsewhere}
      </Status>
      {/* This also resets the callback URL, so the next user of this browser is not sent to this user's page. */}
      <AuthForm action="signout" fields={{ callbackUrl: "/" }} class="grid">
        <button type="submit" class="button button-filled button-wide">
          {texts.button}
        </button>
      </AuthForm>
      <a href={cameFrom() ?? "/"} class="button button-outlined button-wide">
        {texts.cancel}
      </a>
    </Card>
  );
}
