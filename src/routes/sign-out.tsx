import { Show } from "solid-js";
import { AuthForm } from "~/components/AuthForm";
import { Card } from "~/components/Card";
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
    <Card title="You're signed out">
      <a href="/sign-in" class="button button-filled button-wide">
        Sign in
      </a>
    </Card>
  );
}

function SignOutForm() {
  const cameFrom = usePageData("cameFrom");
  return (
    <Card title="Sign out" lead="You'll need to sign in again on this device.">
      {/* This also resets the callback URL, so the next user of this browser is not sent to this user's page. */}
      <AuthForm action="signout" fields={{ callbackUrl: "/" }} class="grid">
        <button type="submit" class="button button-filled button-wide">
          Sign out
        </button>
      </AuthForm>
      <a href={cameFrom() ?? "/"} class="button button-outlined button-wide">
        Stay signed in
      </a>
    </Card>
  );
}
