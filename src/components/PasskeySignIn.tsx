// "Sign in with a passkey": the button, and the offer in the autofill of the e-mail field. Needs JavaScript; without it (src/app.css),
// or in a browser that has no passkeys, it is not shown. It is there from the first paint, so that nothing moves later.

import keyIcon from "lucide-static/icons/key-round.svg?raw";
import { createSignal, onMount, Show } from "solid-js";
import { signInWithPasskey, supportsPasskeys } from "~/solid-auth/client";
import { ErrorAlert } from "./ErrorAlert";
import { Icon } from "./Icon";
import { LAST_USED_ID, LastUsed } from "./LastUsed";
import { createTurn, isBusy } from "./turn";

export function PasskeySignIn(props: { callbackUrl?: string; isLastUsed: boolean }) {
  const [isSupported, setSupported] = createSignal(true);
  const [isReady, setReady] = createSignal(false);
  const [isPrompting, setPrompting] = createSignal(false);
  const [error, setError] = createSignal<string>();
  const turn = createTurn();

  async function signIn(autofill: boolean) {
    let isChecked = false;
    const onChosen = () => {
      isChecked = turn.take();
      return isChecked;
    };
    const { callbackUrl } = props;
    const result = await signInWithPasskey({ callbackUrl, autofill, onChosen }).catch(() => undefined);
    if (result?.ok) {
      turn.leave();
      return location.assign(result.url);
    }
    if (isChecked) turn.end();
    const type = result?.error ?? "Unreachable";
    // A prompt that was closed needs no words; and an offer in the autofill that did not come about was never asked for.
    const isSilent = type === "Cancelled" || (autofill && ["Unsupported", "Unreachable", "RateLimited"].includes(type));
    if (!isSilent) setError(type);
  }

  onMount(() => {
    setSupported(supportsPasskeys());
    setReady(true);
    if (isSupported()) void signIn(true);
  });

  async function press() {
    if (isPrompting() || isBusy()) return;
    setError(undefined);
    setPrompting(true);
    await signIn(false);
    setPrompting(false);
    // The button's request ended the one that waited in the autofill.
    if (!isBusy()) void signIn(true);
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
            aria-busy={isPrompting() || turn.isMine()}
            onClick={press}
          >
            <Icon svg={keyIcon} />
            Sign in with a passkey
          </button>
        </LastUsed>
      </div>
    </Show>
  );
}
