import { createAsync, type RouteDefinition } from "@solidjs/router";
import { registerPasskey, signOut } from "solid-authjs/client";
import { createSignal } from "solid-js";
import { getUser } from "~/session";

const PAGE = "/account";

export const route = { preload: () => getUser(PAGE) } satisfies RouteDefinition;

export default function Account() {
  const user = createAsync(() => getUser(PAGE), { deferStream: true });
  const [message, setMessage] = createSignal("");
  const addPasskey = async () => {
    const { ok, error } = await registerPasskey();
    setMessage(ok ? "The passkey was added" : `No passkey was added: ${error}`);
  };
  return (
    <main>
      <p>Signed in as {user()?.email}</p>
      <button type="button" onClick={addPasskey}>
        Add a passkey
      </button>
      <p role="status">{message()}</p>
      <button type="button" onClick={() => signOut({ callbackUrl: "/sign-in" })}>
        Sign out
      </button>
    </main>
  );
}
