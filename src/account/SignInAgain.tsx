// The sign-in page for a user who is signed in, but not recently enough: their own address and their own methods.

import { usePageData } from "~/page-data";
import { SignInForms } from "../components/SignInForms";

export function SignInAgain(props: { address: string; callbackUrl: string | undefined }) {
  const methods = usePageData("signInMethods");
  const own = usePageData("ownMethods");
  const offered = () => methods()?.filter(({ id }) => own()?.includes(id)) ?? [];
  return <SignInForms methods={offered()} callbackUrl={props.callbackUrl} address={props.address} isEmailFixed />;
}
