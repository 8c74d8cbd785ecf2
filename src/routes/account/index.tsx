import { Profile } from "~/components/account/Profile";
import { Sessions } from "~/components/account/Sessions";
import { SignInMethods } from "~/components/account/SignInMethods";
import { YourData } from "~/components/account/YourData";
import { PageMeta } from "~/components/PageMeta";
import { Protected, type ProtectedProps } from "~/components/Protected";

function Account(props: ProtectedProps) {
  return (
    <div class="mx-auto grid w-full max-w-2xl gap-10">
      <PageMeta title="Your account" isUnlisted />
      <h1 class="text-2xl">Your account</h1>
      <Profile name={props.user.name ?? ""} email={props.user.email ?? ""} isProven={props.user.emailVerified} />
      <SignInMethods />
      <Sessions />
      <YourData email={props.user.email ?? ""} />
    </div>
  );
}

export default Protected(Account);
