// "Add a passkey", for those who are signed in. Needs JavaScript and a browser that has passkeys; otherwise it says so.

import KeyRound from "lucide-solid/icons/key-round";
import { createSignal, onMount, Show } from "solid-js";
import { registerPasskey, supportsPasskeys } from "~/solid-auth/client";
import { Alert } from "./Alert";

const WORDS: Record<string, string> = {
  AlreadyRegistered: "This device already has a passkey for your account.",
  SessionRequired: "You have been signed out meanwhile. Sign in again, then add the passkey.",
};

export function AddPasskey(props: { onAdded?: () => void; class?: string }) {
  const [isSupported, setSupported] = createSignal(false);
  const [isPending, setPending] = createSignal(false);
  const [outcome, setOutcome] = createSignal<"added" | { error: string }>();
  onMount(() => setSupported(supportsPasskeys()));

  async function add() {
    setOutcome(undefined);
    setPending(true);
    const result = await registerPasskey().catch(() => undefined);
    setPending(false);
    if (result?.ok) {
      setOutcome("added");
      props.onAdded?.();
    } else if (result?.error !== "Cancelled") {
      setOutcome({ error: WORDS[result?.error ?? ""] ?? "The passkey could not be added. Please try again." });
    }
  }

  return (
    <>
      <Show when={outcome()} keyed>
        {(known) => (
          <Alert tone={known === "added" ? "good" : "bad"}>
            {known === "added" ? "Your passkey is ready. Next time, sign in with it." : known.error}
          </Alert>
        )}
      </Show>
      <Show when={isSupported()}>
        <button
          type="button"
          class={`button button-outlined ${props.class ?? ""}`}
          disabled={isPending()}
          aria-busy={isPending()}
          onClick={add}
        >
          <KeyRound aria-hidden="true" class="size-5" />
          Add a passkey
        </button>
      </Show>
    </>
  );
}
