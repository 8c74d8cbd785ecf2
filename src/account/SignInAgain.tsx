// The sign-in page for a user who is signed in, but not recently enough: their own address and their own methods.

import { usePageData } from "~/page-data";
import { SignInForms } from "../components/SignInForms";

export function SignInAgain(props: { email: string; callbackUrl: string | undefined }) {
  const methods = usePageData("signInMethods");
  const own = usePageData("ownMethods");
  const offered = () => methods()?.filter(({ id }) => own()?.includes(id)) ?? [];
  return <SignInForms methods={offered()} callbackUrl={props.callbackUrl} email={props.email} isEmailFixed />;
}
