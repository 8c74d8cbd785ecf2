// A form that posts to the auth route, with a CSRF token, whose cookie the page's response has set. With JavaScript the
// page then navigates to the URL in the response. So redirects on the way (a company's sign-in in front of the
// provider's) are not checked against `form-action` of this page.

import { answerTimeout, createSignInLock } from "solid-authjs/client";
import type { ParentProps } from "solid-js";
import { forgetAll } from "~/lib/conveniences";
import { unreachableText } from "~/messages/unreachable";
import { type FormError, PostForm } from "./PostForm";

interface AuthFormProps extends ParentProps {
  /** Below the auth route: `signin/email`, `signout`. */
  action: string;
  /** Of the session, or of the query of a page for visitors. */
  csrfToken: string | null | undefined;
  /** Hidden fields. Those without a value are left out. */
  fields?: Record<string, string | undefined>;
  class?: string;
}

export function AuthForm(props: AuthFormProps) {
  const lock = createSignInLock();

  const action = () => `/api/auth/${props.action}`;

  async function send(body: URLSearchParams | FormData): Promise<FormError | undefined> {
    if (!lock.take()) return;
    if (props.action === "signout") forgetAll();
    const { url, message } = await post(action(), body);
    if (url) return void lock.leave(url);
    lock.release();
    return message ? { text: message } : unreachableText;
  }

  return (
    <PostForm
      action={action()}
      fields={{ csrfToken: props.csrfToken ?? undefined, ...props.fields }}
      send={send}
      isLeaving={lock.isHeld()}
      isDisabled={lock.isHeldElsewhere()}
      class={props.class}
    >
      {props.children}
    </PostForm>
  );
}

/** @returns the URL in the response, or the error message; neither if there is no response */
async function post(url: string, body: URLSearchParams | FormData): Promise<{ url?: string; message?: string }> {
  const headers = { "x-auth-return-redirect": "1" };
  const signal = answerTimeout();
  const response = await fetch(url, { method: "POST", body, headers, signal }).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  return answer ?? {};
}
