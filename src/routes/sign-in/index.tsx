import { createAsync, type RouteDefinition, useSearchParams } from "@solidjs/router";
import { createMemo, For, Show } from "solid-js";
import { Redirect } from "~/components/Redirect";
import { Card } from "~/components/ui/Card";
import { againAt } from "~/lib/forms";
import { localPath, param } from "~/lib/url";
import { signInText } from "~/messages/sign-in";
import { useSession } from "~/session";
import { ErrorAlert } from "~/sign-in/ErrorAlert";
import { type SignInPage, signInPage } from "~/sign-in/queries";
import { SignInAgain } from "~/sign-in/SignInAgain";
import { SignInForms } from "~/sign-in/SignInForms";

export const route = { preload: () => void signInPage() } satisfies RouteDefinition;

/** Codes of errors that the visitor corrects in the field. */
const WRONG_EMAIL = new Set(["address", "no_mailbox"]);

export default function SignIn() {
  const [query] = useSearchParams<{
    callbackUrl: string;
    error: string;
    code: string;
    provider: string;
    fresh: string;
  }>();
  const error = () => param(query.error);
  const callbackUrl = () => {
    const page = param(query.callbackUrl);
    return page && error() === "FreshSignInRequired" ? againAt(page) : page;
  };
  const session = useSession();
  const user = () => session()?.user;
  const data = createAsync(() => signInPage());
  // Signed-in users are redirected, unless the page shows an error or asks for a fresh sign-in. The error about an
  // ended session no longer applies: the user has signed in, perhaps in another tab.
  const isDone = () => user() && (!error() || query.code === "signed_out") && !param(query.fresh);
  /** The signed-in user, if the user has to sign in again. */
  const known = () => (error() === "FreshSignInRequired" ? user() : undefined);
  // The address is shown once, so it is gone when the page's data is read again. The field keeps it.
  const typedEmail = createMemo<string>((kept) => kept || (error() && data()?.typedEmail) || "", "");
  const providerName = () => data()?.methods.find(({ id }) => id === param(query.provider))?.name;
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
          {(type) => <ErrorAlert error={type()} code={param(query.code)} provider={providerName()} />}
        </Show>
        <Show when={data()}>
          {(data) => (
            <>
              <Show
                when={known()}
                fallback={
                  <SignInForms
                    csrfToken={data().csrfToken}
                    methods={data().methods}
                    lastMethod={data().lastMethod}
                    callbackUrl={callbackUrl()}
                    email={typedEmail()}
                    isEmailWrong={isEmailWrong()}
                  />
                }
              >
                {(user) => <SignInAgain data={data()} email={user().email ?? ""} callbackUrl={callbackUrl()} />}
              </Show>
              {import.meta.env.DEV && <MissingMethods missing={data().missing} />}
            </>
          )}
        </Show>
      </Card>
    </Show>
  );
}

/** In development, this list stands in the place of the buttons. */
function MissingMethods(props: Pick<SignInPage, "missing">) {
  return (
    <For each={props.missing}>
      {({ name, variables }) => (
        <p class="text-sm text-pretty text-muted-foreground">{`${name} is off in development: it needs ${variables.join(", ")}.`}</p>
      )}
    </For>
  );
}
