import { useSearchParams } from "@solidjs/router";
import { createMemo, Show } from "solid-js";
import { SignInAgain } from "~/account/SignInAgain";
import { Card } from "~/components/Card";
import { ErrorAlert } from "~/components/ErrorAlert";
import { Redirect } from "~/components/Redirect";
import { SignInForms } from "~/components/SignInForms";
import { localPath, param } from "~/lib/url";
import { signInText } from "~/messages/sign-in";
import { usePageData } from "~/page-data";

/** Codes of errors that the visitor mends in the field. */
const WRONG_EMAIL = new Set(["address", "no_mailbox"]);

export default function SignIn() {
  const [query] = useSearchParams<{
    callbackUrl: string;
    error: string;
    code: string;
    provider: string;
    fresh: string;
  }>();
  const callbackUrl = () => param(query.callbackUrl);
  const error = () => param(query.error);
  const user = usePageData("user");
  // Signed-in users are redirected, unless the page shows an error or asks for a fresh sign-in. The error of a session
  // that has ended is over: the user has signed in, perhaps in another tab.
  const isDone = () => user() && (!error() || query.code === "signed_out") && !param(query.fresh);
  /** Set if the user has to sign in again. */
  const known = () => (error() === "FreshSignInRequired" ? user() : undefined);
  const methods = usePageData("signInMethods");
  const failedEmail = usePageData("typedEmail");
  // Shown once, so it is gone when the page's data is read again. The field keeps it.
  const typedEmail = createMemo<string>((kept) => kept || (error() && failedEmail()) || "", "");
  const isEmailWrong = () => error() === "EmailSignInError" && WRONG_EMAIL.has(param(query.code) ?? "");

  return (
    <Show when={!isDone()} fallback={<Redirect to={localPath(callbackUrl())} />}>
      <Card
        title={known() ? signInText.titleAgain : signInText.title}
        description={`${signInText.title}. ${signInText.newHere}`}
        lead={
          <Show when={user()} fallback={signInText.newHere}>
            {signInText.signedInAs(<strong class="font-semibold text-foreground">{user()?.email}</strong>)}
          </Show>
        }
      >
        <Show when={error()}>
          {(type) => <ErrorAlert error={type()} code={param(query.code)} provider={param(query.provider)} />}
        </Show>
        <Show
          when={known()}
          fallback={
            <SignInForms
              methods={methods() ?? []}
              callbackUrl={callbackUrl()}
              email={typedEmail()}
              isEmailWrong={isEmailWrong()}
            />
          }
        >
          {(user) => <SignInAgain email={user().email ?? ""} callbackUrl={callbackUrl()} />}
        </Show>
      </Card>
    </Show>
  );
}
