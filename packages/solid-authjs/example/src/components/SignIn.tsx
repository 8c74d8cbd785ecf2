import { createAsync, query } from "@solidjs/router";
import { getRequestEvent } from "solid-js/web";
import { auth } from "~/auth";

const getCsrfToken = query(async () => {
  "use server";
  const event = getRequestEvent();
  return event ? auth.getCsrfToken(event.request) : "";
}, "csrf-token");

export function SignIn() {
  const csrfToken = createAsync(() => getCsrfToken(), { deferStream: true });
  return (
    <form method="post" action="/api/auth/signin/github">
      <input type="hidden" name="csrfToken" value={csrfToken()} />
      <button type="submit">Sign in with GitHub</button>
    </form>
  );
}
