// A form that posts to the auth route. Without JavaScript it is an ordinary POST with a CSRF token, whose cookie the
// page's response has set. With JavaScript the same POST is sent in the background, and the page then navigates to the
// URL in the response. So redirects on the way (a company's sign-in in front of the provider's) are not checked against
// `form-action` of this page.

import { createSignal, For, type ParentProps, Show } from "solid-js";
import { describeAuthError } from "~/messages/auth-errors";
import { usePageData } from "~/page-data";
import { Alert } from "./Alert";
import { createSignInLock } from "./sign-in-lock";

interface AuthFormProps extends ParentProps {
  /** Below the auth route: `signin/email`, `signout`. */
  action: string;
  /** Hidden fields. Those without a value are left out. */
  fields?: Record<string, string | undefined>;
  class?: string;
}

export function AuthForm(props: AuthFormProps) {
  const token = usePageData("csrfToken");
  const fields = () => Object.entries(props.fields ?? {}).filter(([, value]) => value !== undefined);
  const [error, setError] = createSignal<string>();
  const lock = createSignInLock();

  async function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault();
    const form = event.currentTarget;
    if (!lock.take()) return;
    setError(undefined);
    const result = await post(form);
    if (result.url) return lock.leave(result.url);
    setError(result.message ?? describeAuthError("Unreachable").text);
    lock.release();
  }

  return (
    <form method="post" action={`/api/auth/${props.action}`} aria-busy={lock.isHeld()} onSubmit={submit}>
      <fieldset role="none" disabled={lock.isHeldElsewhere()} class={props.class}>
        <input type="hidden" name="csrfToken" value={token()} />
        <For each={fields()}>{([name, value]) => <input type="hidden" name={name} value={value} />}</For>
        <Show when={error()} keyed>
          {(message) => <Alert tone="bad">{message}</Alert>}
        </Show>
        {props.children}
      </fieldset>
    </form>
  );
}

/** @returns the URL in the response, or the error message; neither if there is no response */
async function post(form: HTMLFormElement): Promise<{ url?: string; message?: string }> {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const headers = { "x-auth-return-redirect": "1" };
  const response = await fetch(form.action, { method: "POST", body, headers }).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  return answer ?? {};
}
