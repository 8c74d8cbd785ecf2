import { signInWithPasskey } from "solid-authjs/client";
import { createMemo } from "solid-js";
import { getCsrfToken } from "~/session";

export function SignIn() {
  const csrfToken = createMemo(() => getCsrfToken());
  const usePasskey = async () => {
    const { ok, url } = await signInWithPasskey();
    if (ok) location.assign(url ?? "/");
  };
  return (
    <>
      <form method="post" action="/api/auth/signin/github">
        <input type="hidden" name="csrfToken" value={csrfToken()} />
        <button type="submit">Sign in with GitHub</button>
      </form>
      <form method="post" action="/api/auth/signin/nodemailer">
        <input type="hidden" name="csrfToken" value={csrfToken()} />
        <input type="email" name="email" aria-label="Email" required />
        <button type="submit">Send a link</button>
      </form>
      <button type="button" onClick={usePasskey}>
        Sign in with a passkey
      </button>
    </>
  );
}
