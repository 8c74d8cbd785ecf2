// The page behind "This wasn't me" in the mail to an old address. Its button undoes the change.

import { undoEmail } from "~/account/profile";
import { undoText } from "~/messages/activity";
import { TokenPage } from "~/sign-in/TokenPage";

export default function Undo() {
  return <TokenPage action={undoEmail} texts={undoText} />;
}
