// The button "Sign in with a passkey", and passkeys in the autofill of the email field. The button is hidden without
// JavaScript (src/app.css) and in browsers without passkeys. The button is there from the first paint, so the layout
// does not shift.

import { createSignInLock, type SignInResult, signInWithPasskey, supportsPasskeys } from "solid-authjs/client";
import { createEffect, createSignal, onMount, Show } from "solid-js";
import { Button } from "~/components/ui/Button";
import { Icon } from "~/components/ui/Icon";
import keyIcon from "~/icons/key-round.svg?raw";
import { signInText } from "~/messages/sign-in";
import { ErrorAlert } from "./ErrorAlert";
import { LAST_USED_ID, LastUsed } from "./LastUsed";

export function PasskeySignIn(props: { callbackUrl?: string; isLastUsed: boolean }) {
  /** Undefined until the page's script runs. */
  const [isSupported, setSupported] = createSignal<boolean>();
  const [isPrompting, setPrompting] = createSignal(false);
  const [error, setError] = createSignal<Pick<SignInResult, "error" | "code">>();
  const lock = createSignInLock();
  createEffect(() => lock.isHeldElsewhere() && setError(undefined));

  async function signIn(autofill: boolean) {
    let isChecked = false;
    const onChosen = () => (isChecked = lock.take());
    const options = { callbackUrl: props.callbackUrl, autofill, onChosen };
    const result = await signInWithPasskey(options).catch(() => undefined);
    if (result?.ok) return lock.leave(result.url);
    if (isChecked) lock.release();
    // A closed prompt needs no message. Autofill that failed before the visitor chose a passkey needs no message
    // either.
    if (result?.error !== "Cancelled" && (!autofill || isChecked)) setError(result ?? { error: "Unreachable" });
    // The page was open for too long, so its challenge has expired. The next choice works.
    const isExpired = result?.code === "expired" || result?.error === "InvalidCheck";
    if (autofill && isChecked && isExpired) void signIn(true);
  }

  onMount(() => {
    setSupported(supportsPasskeys());
    if (isSupported()) void signIn(true);
  });

  async function press() {
    if (isPrompting() || lock.isHeld()) return;
    setError(undefined);
    setPrompting(true);
    await signIn(false);
    setPrompting(false);
    // The button's request has aborted the autofill request, so start it again.
    if (!lock.isHeld()) void signIn(true);
  }

  return (
    <Show when={isSupported() !== false}>
      <Show when={error()} keyed>
        {({ error = "", code }) => <ErrorAlert error={error} code={code} />}
      </Show>
      <div class="needs-script">
        <LastUsed isShown={props.isLastUsed}>
          <Button
            type="button"
            variant="outline"
            isWide
            class="disabled:opacity-100"
            disabled={!isSupported() || lock.isHeldElsewhere()}
            aria-describedby={props.isLastUsed ? LAST_USED_ID : undefined}
            aria-busy={isPrompting() || lock.isHeld()}
            onClick={press}
          >
            <Icon svg={keyIcon} />
            {signInText.byPasskey}
          </Button>
        </LastUsed>
      </div>
    </Show>
  );
}
