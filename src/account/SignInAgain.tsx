// The sign-in page for a user who is signed in, but not recently enough: their own address, and their own methods that
// ask them. The page names the others, and says why they are not there.

import { Show } from "solid-js";
import { signInText } from "~/messages/sign-in";
import { usePageData } from "~/page-data";
import { SignInForms } from "../components/SignInForms";

export function SignInAgain(props: { email: string; callbackUrl: string | undefined }) {
  const methods = usePageData("signInMethods");
  const fresh = usePageData("freshMethods");
  const offered = () => methods()?.filter(({ id }) => fresh()?.ids.includes(id)) ?? [];
  const silent = () => fresh()?.silent ?? [];
  return (
    <>
      <SignInForms methods={offered()} callbackUrl={props.callbackUrl} email={props.email} isAgain />
      <Show when={silent().length > 0}>
        <p class="text-center text-sm text-pretty text-muted-foreground">{signInText.silent(silent())}</p>
      </Show>
    </>
  );
}
