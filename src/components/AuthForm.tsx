// A form that posts to the auth route, with a CSRF token. The page's response has set the token's cookie. With
// JavaScript the page then navigates to the URL in the response. So this page's `form-action` does not apply to
// redirects on the way, such as a company's sign-in before the provider's.

import { createSignInLock, postForm } from "solid-authjs/client";
import { createEffect, createSignal, type ParentProps } from "solid-js";
import { forgetAll } from "~/lib/conveniences";
import { failureOf, unexpectedAnswer } from "~/lib/failures";
import { pressText } from "~/messages/errors";
import { type FormMessage, PostForm } from "./PostForm";

interface AuthFormProps extends ParentProps {
  /** The path below the auth route: `signin/email`, `signout`. */
  action: string;
  /** The token of the session, or of the query on a page for visitors. */
  csrfToken: string | null | undefined;
  /** Hidden fields. Fields without a value are left out. */
  fields?: Record<string, string | undefined>;
  class?: string;
}

export function AuthForm(props: AuthFormProps) {
  const lock = createSignInLock();
  const [isPending, setPending] = createSignal(false);
  const [message, setMessage] = createSignal<FormMessage>();
  createEffect(() => lock.isHeldElsewhere() && setMessage(undefined));

  async function send(event: SubmitEvent & { currentTarget: HTMLFormElement }): Promise<void> {
    // If a script cannot read the file, the browser sends the form by itself.
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    event.preventDefault();
    if (!lock.take()) return;
    if (props.action === "signout") forgetAll();
    setMessage(undefined);
    setPending(true);
    const { url, failed } = await post(props.action, new URLSearchParams(fields)).catch((error: unknown) => ({
      url: undefined,
      failed: pressText(failureOf(error)),
    }));
    setPending(false);
    if (url) return void lock.leave(url);
    lock.release();
    setMessage(failed);
  }

  return (
    <PostForm
      action={`/api/auth/${props.action}`}
      fields={{ csrfToken: props.csrfToken ?? undefined, ...props.fields }}
      onSubmit={(event) => void send(event)}
      isPending={isPending()}
      message={message()}
      isLeaving={lock.isHeld()}
      isDisabled={lock.isHeldElsewhere()}
      class={props.class}
    >
      {props.children}
    </PostForm>
  );
}

/** @returns the URL in the response, or the error in it */
async function post(path: string, body: URLSearchParams): Promise<{ url?: string; failed?: FormMessage }> {
  const response = await postForm(path, body);
  const answer = await response.json().catch(() => undefined);
  if (answer?.url) return answer;
  return {
    failed: answer?.message ? { text: answer.message } : pressText(failureOf(unexpectedAnswer(response.status))),
  };
}
