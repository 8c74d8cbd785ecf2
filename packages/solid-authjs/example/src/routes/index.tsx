import { createAsync, query } from "@solidjs/router";
import { signOut } from "solid-authjs/client";
import { Show } from "solid-js";
import { getRequestEvent } from "solid-js/web";
import { auth } from "~/auth";
import { SignIn } from "~/components/SignIn";

const getSession = query(async () => {
  "use server";
  const event = getRequestEvent();
  return event ? auth.getSession(event.request) : null;
}, "session");

export default function Home() {
  const session = createAsync(() => getSession(), { deferStream: true });
  return (
    <main>
      <Show when={session()?.user} fallback={<SignIn />}>
        {(user) => (
          <>
            <p>Signed in as {user().email}</p>
            <button type="button" onClick={() => signOut()}>
              Sign out
            </button>
          </>
        )}
      </Show>
    </main>
  );
}
