// "Sign in with a passkey": the button, and the offer in the autofill of the e-mail field. Needs JavaScript; without it (src/app.css),
// or in a browser that has no passkeys, it is not shown. It is there from the first paint, so that nothing moves later.

import KeyRound from "lucide-solid/icons/key-round";
import { createSignal, onMount, Show } from "solid-js";
import { signInWithPasskey, supportsPasskeys } from "~/solid-auth/client";
import { ErrorAlert } from "./ErrorAlert";
import { LAST_USED_ID, LastUsed } from "./LastUsed";

export function PasskeySignIn(props: { callbackUrl?: string; isLastUsed: boolean }) {
  const [isSupported, setSupported] = createSignal(true);
  const [isReady, setReady] = createSignal(false);
  const [isPending, setPending] = createSignal(false);
  const [error, setError] = createSignal<string>();

  async function signIn(autofill: boolean) {
    const result = await signInWithPasskey({ callbackUrl: props.callbackUrl, autofill }).catch(() => undefined);
    if (result?.ok) {
      location.assign(result.url);
      return true;
    }
    const type = result?.error ?? "Unreachable";
    // A prompt that was closed needs no words; and an offer in the autofill that did not come about was never asked for.
    const isSilent = type === "Cancelled" || (autofill && ["Unsupported", "Unreachable", "RateLimited"].includes(type));
    if (!isSilent) setError(type);
    return false;
  }

  onMount(() => {
    setSupported(supportsPasskeys());
    setReady(true);
    if (isSupported()) void signIn(true);
  });

  async function press() {
    if (isPending()) return;
    setError(undefined);
    setPending(true);
    if (await signIn(false)) return;
    setPending(false);
    // The button's request ended the one that waited in the autofill.
    void signIn(true);
  }

  return (
    <Show when={isSupported()}>
      <Show when={error()} keyed>
        {(type) => <ErrorAlert error={type} />}
      </Show>
      <div class="needs-script">
        <LastUsed isShown={props.isLastUsed}>
          <button
            type="button"
            class="button button-outlined button-wide disabled:opacity-100"
            disabled={!isReady()}
            aria-describedby={props.isLastUsed ? LAST_USED_ID : undefined}
            aria-busy={isPending()}
            onClick={press}
          >
            <KeyRound aria-hidden="true" class="size-5" />
            Sign in with a passkey
          </button>
        </LastUsed>
      </div>
    </Show>
  );
}
