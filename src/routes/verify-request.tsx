// The page after a request for a sign-in mail. The mail's link can be opened in any browser; its code works only in
// this browser. The page notices when the link is used. Then the visitor is signed in here, or reads that another
// browser is signed in.

import { createAsync, type RouteDefinition, useSearchParams } from "@solidjs/router";
import { createMemo, createSignal, onCleanup, onMount, Show } from "solid-js";
import { AuthForm } from "~/components/AuthForm";
import { Redirect } from "~/components/Redirect";
import { Button } from "~/components/ui/Button";
import { Card } from "~/components/ui/Card";
import { Field } from "~/components/ui/Field";
import { Status } from "~/components/ui/Status";
import { Submit } from "~/components/ui/Submit";
import { signInFor } from "~/lib/paths";
import { param } from "~/lib/url";
import { webmailOf } from "~/lib/webmail";
import { describeTriesLeft } from "~/messages/auth-errors";
import { inboxText } from "~/messages/email-link";
import { useSession } from "~/session";
import { ErrorAlert } from "~/sign-in/ErrorAlert";
import { inbox } from "~/sign-in/queries";
import { ResendButton } from "~/sign-in/ResendButton";

export const route = { preload: () => void inbox() } satisfies RouteDefinition;

/** The path of this page. */
const HERE = "/verify-request";

/** How often a visible page asks the server whether its link was used. */
const ASK_EVERY_MS = 4000;

/** A complete code is sent after a short time, in which the visitor can correct the last letter. */
const SEND_AFTER_MS = 400;

/** A code, perhaps pasted with the words around it: two groups of four consonants. */
const CODE = /\b[b-df-hj-np-tv-xz]{4}[^a-z\d]{0,3}[b-df-hj-np-tv-xz]{4}\b/i;

export default function VerifyRequest() {
  const [query] = useSearchParams<{ error: string; code: string; left: string }>();
  const session = useSession();
  const data = createAsync(() => inbox());
  const pending = () => data()?.email;
  // When another tab signs in, the page's data is read again. The text on the page stays.
  const shown = createMemo<ReturnType<typeof data>>((first) => first ?? data());
  const email = () => shown()?.email;
  // A user may have requested a link to sign in again. The sign-in removes the cookie of that request. An error about
  // an older request is shown.
  const isDone = () => session()?.user && data() && !pending() && !(param(query.error) && !email());
  const hasCode = () => shown()?.hasCode === true;
  const sentTo = () => (shown()?.isForUsersOnly ? inboxText.sentToUser : inboxText.sentTo);
  const mailbox = () => shown()?.mailbox;
  const newest = () => (email() ? `/newest?${new URLSearchParams({ to: email() ?? "" })}` : "");
  const [isUsed, setIsUsed] = createSignal(false);
  onMount(() => {
    const timer = setInterval(async () => {
      if (!document.hidden && pending() && !isUsed() && (await isLinkUsed())) setIsUsed(true);
    }, ASK_EVERY_MS);
    onCleanup(() => clearInterval(timer));
  });

  return (
    <Show when={!isDone()} fallback={<Redirect to="/" />}>
      <Card
        title={inboxText.title}
        lead={
          <Show when={email()} fallback={inboxText.perhapsSent}>
            {sentTo()(<strong class="font-semibold wrap-anywhere text-foreground">{email()}</strong>)}
          </Show>
        }
      >
        <Show when={param(query.error)}>
          {(error) => (
            <ErrorAlert error={error()} code={param(query.code)} more={describeTriesLeft(param(query.left))} />
          )}
        </Show>
        <Status tone="good" when={isUsed() ? inboxText.usedElsewhere : shown()?.isSentAgain && inboxText.sentAgain}>
          {(text) => text}
        </Status>
        <Show when={hasCode() && !isUsed()}>
          <p class="text-muted-foreground">{inboxText.codeOrLink}</p>
          <AuthForm action="callback/email" csrfToken={data()?.csrfToken} fields={{ from: HERE }} class="grid gap-4">
            <Field
              id="code"
              name="code"
              label={inboxText.code}
              required
              autocomplete="one-time-code"
              autocapitalize="characters"
              autocorrect="off"
              enterkeyhint="go"
              onInput={sendWhenComplete}
              spellcheck={false}
              placeholder="XXXX-XXXX"
              inputClass="text-center font-mono text-lg tracking-widest uppercase placeholder:text-base"
            />
            <Submit isWide>{inboxText.signIn}</Submit>
          </AuthForm>
        </Show>
        <Show when={mailbox()}>
          {(url) => (
            <Button href={url() + newest()} rel="external" variant="outline" isWide>
              {inboxText.localMailbox}
            </Button>
          )}
        </Show>
        <Show when={!mailbox() && webmailOf(email() ?? "")}>
          {(webmail) => (
            <Button href={webmail().url} target="_blank" rel="noreferrer" variant="outline" isWide>
              {inboxText.webmail(webmail().name)}
            </Button>
          )}
        </Show>
        <Show when={email()}>
          {(address) => (
            <AuthForm
              action="signin/email"
              csrfToken={data()?.csrfToken}
              fields={{ email: address(), from: HERE }}
              class="grid"
            >
              <ResendButton />
            </AuthForm>
          )}
        </Show>
        <p class="text-sm text-pretty text-muted-foreground">{inboxText.end(hasCode())}</p>
        <p class="lone-link text-center text-sm">
          <a href={signInFor(session()?.user)}>{inboxText.otherEmail}</a>
        </p>
      </Card>
    </Show>
  );
}

async function isLinkUsed(): Promise<boolean> {
  const response = await fetch("/api/sign-in-link").catch(() => undefined);
  return (await response?.json().catch(() => undefined))?.isUsed === true;
}

let timer: ReturnType<typeof setTimeout>;

function sendWhenComplete({ currentTarget: input }: InputEvent & { currentTarget: HTMLInputElement }): void {
  clearTimeout(timer);
  if (CODE.test(input.value)) timer = setTimeout(() => input.form?.requestSubmit(), SEND_AFTER_MS);
}
