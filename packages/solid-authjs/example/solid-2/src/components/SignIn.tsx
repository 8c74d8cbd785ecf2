import { createMemo } from "solid-js";
import { getCsrfToken } from "~/session";

export function SignIn() {
  const csrfToken = createMemo(() => getCsrfToken());
  return (
    <form method="post" action="/api/auth/signin/github">
      <input type="hidden" name="csrfToken" value={csrfToken()} />
      <button type="submit">Sign in with GitHub</button>
    </form>
  );
}
