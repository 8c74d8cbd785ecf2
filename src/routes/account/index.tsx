import { useSearchParams } from "@solidjs/router";
import { Show } from "solid-js";
import { Passkeys } from "~/account/Passkeys";
import { Profile } from "~/account/Profile";
import { RecentActivity } from "~/account/RecentActivity";
import { Sessions } from "~/account/Sessions";
import { SignInMethods } from "~/account/SignInMethods";
import { YourData } from "~/account/YourData";
import { ErrorAlert } from "~/components/ErrorAlert";
import { PageMeta } from "~/components/PageMeta";
import { Protected, type ProtectedProps } from "~/components/Protected";
import { param } from "~/lib/url";
import { accountText } from "~/messages/account";

function Account(props: ProtectedProps) {
  // A "Connect" that did not work leads back here.
  const [query] = useSearchParams<{ error: string; code: string; provider: string }>();
  return (
    <div class="mx-auto grid w-full max-w-2xl gap-10">
      <PageMeta title={accountText.title} isUnlisted />
      <Show when={param(query.error)}>
        {(error) => <ErrorAlert error={error()} code={param(query.code)} provider={param(query.provider)} />}
      </Show>
      <h1 class="text-2xl">{accountText.title}</h1>
      <Profile name={props.user.name ?? ""} email={props.user.email ?? ""} isVerified={props.user.emailVerified} />
      <Passkeys name={props.user.name ?? ""} email={props.user.email ?? ""} />
      <SignInMethods />
      <Sessions />
      <RecentActivity />
      <YourData email={props.user.email ?? ""} />
    </div>
  );
}

export default Protected(Account);
