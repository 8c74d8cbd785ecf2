// The sign-in page for a user who is signed in, but not recently enough. It offers the user's own address, and the
// user's methods that ask the user to sign in again. The page names the other methods, and says why it does not offer
// them.

import { Show } from "solid-js";
import { signInText } from "~/messages/sign-in";
import type { SignInPage } from "~/sign-in/queries";
import { SignInForms } from "./SignInForms";

export function SignInAgain(props: { data: SignInPage; email: string; callbackUrl: string | undefined }) {
  const offered = () => props.data.methods.filter(({ id }) => props.data.fresh?.ids.includes(id));
  const silent = () => props.data.fresh?.silent ?? [];
  return (
    <>
      <SignInForms
        csrfToken={props.data.csrfToken}
        methods={offered()}
        lastMethod={props.data.lastMethod}
        callbackUrl={props.callbackUrl}
        email={props.email}
        isAgain
      />
      <Show when={silent().length > 0}>
        <p class="text-center text-sm text-pretty text-muted-foreground">{signInText.silent(silent())}</p>
      </Show>
    </>
  );
}
