import { AuthForm } from "~/components/AuthForm";
import { Card } from "~/components/Card";
import { usePageData } from "~/page-data";

export default function SignOut() {
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
