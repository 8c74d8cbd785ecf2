// The page behind "This wasn't me" in the mail about a sign-in from a new browser. Its button ends that session.

import { reportNewSignIn } from "~/account/sessions";
import { reportText } from "~/messages/activity";
import { TokenPage } from "~/sign-in/TokenPage";

export default function Report() {
  return <TokenPage action={reportNewSignIn} texts={reportText} />;
}
