import { registerPasskey } from "solid-authjs/client";
import { createSignal } from "solid-js";
import { signOut } from "~/session";

export function Account(props: { email?: string | null }) {
  const [message, setMessage] = createSignal("");
  const addPasskey = async () => {
    const { ok, error } = await registerPasskey();
    setMessage(ok ? "The passkey was added" : `No passkey was added: ${error}`);
  };
  return (
    <>
      <p>Signed in as {props.email}</p>
      <button type="button" onClick={addPasskey}>
        Add a passkey
      </button>
      <p role="status">{message()}</p>
      <form method="post" action={signOut}>
        <button type="submit">Sign out</button>
      </form>
    </>
  );
}
