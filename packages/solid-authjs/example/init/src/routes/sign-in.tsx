import { createAsync, useSearchParams } from "@solidjs/router";
import { signInWithPasskey } from "solid-authjs/client";
import { createSignal, Show } from "solid-js";
import { getCsrfToken } from "~/session";

export default function SignIn() {
  const [search] = useSearchParams<{ callbackUrl?: string; error?: string }>();
  const csrfToken = createAsync(() => getCsrfToken(), { deferStream: true });
  const [message, setMessage] = createSignal(search.error ? "You are not signed in. Please try again." : "");
  const callbackUrl = () => search.callbackUrl ?? "/account";
  const usePasskey = async () => {
    const { ok, url } = await signInWithPasskey({ callbackUrl: callbackUrl() });
    if (ok) location.assign(url ?? callbackUrl());
    else setMessage("No passkey was used. Please try again.");
  };
  const Fields = () => (
    <>
      <input type="hidden" name="csrfToken" value={csrfToken()} />
      <input type="hidden" name="callbackUrl" value={callbackUrl()} />
    </>
  );
  return (
    <main>
      <h1>Sign in</h1>
      <Show when={message()}>
        <p role="alert">{message()}</p>
      </Show>
      <form method="post" action="/api/auth/signin/github">
        <Fields />
        <button type="submit">Sign in with GitHub</button>
      </form>
      <form method="post" action="/api/auth/signin/nodemailer">
        <Fields />
        <label>
          Email <input type="email" name="email" autocomplete="email" required />
        </label>
        <button type="submit">Send a link</button>
      </form>
      <button type="button" onClick={usePasskey}>
        Sign in with a passkey
      </button>
    </main>
  );
}
