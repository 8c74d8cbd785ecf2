import { createMemo, Show } from "solid-js";
import { Account } from "~/components/Account";
import { SignIn } from "~/components/SignIn";
import { getSession } from "~/session";

export default function Home() {
  const session = createMemo(() => getSession());
  return (
    <main>
      <Show when={session()?.user} fallback={<SignIn />}>
        {(user) => <Account email={user().email} />}
      </Show>
    </main>
  );
}
