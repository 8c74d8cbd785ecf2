// A form that posts to the auth route, with and without JavaScript: an ordinary POST with the CSRF token that the page's own
// response set the cookie for.

import { createAsync } from "@solidjs/router";
import { For, type ParentProps } from "solid-js";
import { authForm } from "~/session";

interface AuthFormProps extends ParentProps {
  /** Below the auth route: `signin/github`, `signout`. */
  action: string;
  /** Hidden fields. Those without a value are left out. */
  fields?: Record<string, string | undefined>;
  class?: string;
}

export function AuthForm(props: AuthFormProps) {
  const form = createAsync(() => authForm(), { deferStream: true });
  const fields = () => Object.entries(props.fields ?? {}).filter(([, value]) => value !== undefined);
  return (
    <form method="post" action={`/api/auth/${props.action}`} class={props.class}>
      <input type="hidden" name="csrfToken" value={form()?.csrfToken} />
      <For each={fields()}>{([name, value]) => <input type="hidden" name={name} value={value} />}</For>
      {props.children}
    </form>
  );
}
