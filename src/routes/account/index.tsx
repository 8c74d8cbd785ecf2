import { createAsync, type RouteDefinition, useSearchParams } from "@solidjs/router";
import { Show } from "solid-js";
import { Passkeys } from "~/account/Passkeys";
import { Profile } from "~/account/Profile";
import { account } from "~/account/queries";
import { RecentActivity } from "~/account/RecentActivity";
import { Sessions } from "~/account/Sessions";
import { SignInMethods } from "~/account/SignInMethods";
import { YourData } from "~/account/YourData";
import { Protected, type ProtectedProps } from "~/components/Protected";
import { PageMeta } from "~/components/ui/PageMeta";
import { param } from "~/lib/url";
import { accountText } from "~/messages/account";
import { ErrorAlert } from "~/sign-in/ErrorAlert";

export const route = { preload: () => void account() } satisfies RouteDefinition;

function Account(props: ProtectedProps) {
  // A failed "Connect" leads back to this page.
  const [query] = useSearchParams<{ error: string; code: string; provider: string }>();
  const data = createAsync(() => account());
  const name = () => props.user.name ?? "";
  const email = () => props.user.email ?? "";
  const providerName = () => data()?.methods.providers.find(({ id }) => id === param(query.provider))?.name;
  return (
    <div class="mx-auto grid w-full max-w-2xl gap-10">
      <PageMeta title={accountText.title} isUnlisted />
      <Show when={param(query.error)}>
        {(error) => <ErrorAlert error={error()} code={param(query.code)} provider={providerName()} />}
      </Show>
      <h1 class="text-2xl">{accountText.title}</h1>
      <Show when={data()}>
        {(data) => (
          <>
            <Profile name={name()} email={email()} isVerified={props.user.emailVerified} isMailOn={data().isMailOn} />
            <Passkeys methods={data().methods} name={name()} email={email()} />
            <SignInMethods methods={data().methods} />
            <Sessions sessions={data().sessions} />
            <RecentActivity events={data().activity} />
            <YourData email={email()} />
          </>
        )}
      </Show>
    </div>
  );
}

export default Protected(Account);
