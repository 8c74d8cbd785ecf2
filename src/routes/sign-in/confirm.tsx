// The page that the link in a sign-in mail opens. An opened link does not spend the token, because mail scanners open
// links too. The button spends it.

import { createAsync, type RouteDefinition, useLocation, useSearchParams } from "@solidjs/router";
import { Show } from "solid-js";
import { AuthErrorCard } from "~/components/AuthErrorCard";
import { AuthForm } from "~/components/AuthForm";
import { Card } from "~/components/ui/Card";
import { Status } from "~/components/ui/Status";
import { Submit } from "~/components/ui/Submit";
import { SIGN_IN } from "~/lib/paths";
import { decodedPath, param } from "~/lib/url";
import { describeAuthError } from "~/messages/auth-errors";
import { confirmText } from "~/messages/email-link";
import { ErrorAlert } from "~/sign-in/ErrorAlert";
import { confirmPage } from "~/sign-in/queries";

export const route = {
  preload: ({ location }) => void confirmPage(param(location.query.email)),
} satisfies RouteDefinition;

export default function Confirm() {
  const [query] = useSearchParams<{ email: string; token: string; page: string; error: string }>();
  const here = useLocation();
  const data = createAsync(() => confirmPage(param(query.email)));
  const email = () => data()?.email;
  const token = () => param(query.token);
  const notes = () => {
    const { isAskedHere, replaces } = data() ?? {};
    return [!isAskedHere && confirmText.elsewhere, replaces && confirmText.replaces(replaces)]
      .filter(Boolean)
      .join(" ");
  };

  return (
    <Show when={email() && token()} fallback={<AuthErrorCard text={describeAuthError("Verification")} />}>
      <Card
        title={confirmText.title}
        lead={confirmText.signedInAs(<strong class="font-semibold wrap-anywhere text-foreground">{email()}</strong>)}
      >
        <Show when={param(query.error)}>{(error) => <ErrorAlert error={error()} />}</Show>
        <Status tone="note" when={notes()}>
          {(text) => text}
        </Status>
        <AuthForm
          action="callback/email"
          csrfToken={data()?.csrfToken}
          fields={{
            token: token(),
            email: email() ?? "",
            callbackUrl: decodedPath(param(query.page)),
            from: here.pathname + here.search,
          }}
          class="grid"
        >
          <Submit isWide>{confirmText.signIn}</Submit>
        </AuthForm>
        <p class="text-center text-sm">
          {confirmText.notYou} <a href={SIGN_IN}>{confirmText.otherEmail}</a>
        </p>
      </Card>
    </Show>
  );
}
