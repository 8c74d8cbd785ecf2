// The button "Add a passkey", for signed-in users. It is hidden without JavaScript (src/app.css) and in browsers
// without passkeys. The button is there from the first paint, so the layout does not shift.

import { revalidate, useLocation, useNavigate } from "@solidjs/router";
import { createSignInLock, registerPasskey, supportsPasskeys } from "solid-authjs/client";
import { createSignal, type JSX, onMount, type ParentProps, Show } from "solid-js";
import { announce } from "~/components/Notice";
import { Alert } from "~/components/ui/Alert";
import { Button } from "~/components/ui/Button";
import { Icon } from "~/components/ui/Icon";
import keyIcon from "~/icons/key-round.svg?raw";
import { signInWith } from "~/lib/paths";
import { accountText } from "~/messages/account";
import { unreachableText } from "~/messages/errors";
import { useSession } from "~/session";

const texts = accountText.addPasskey;

const FAILURES: Record<string, string> = {
  ...texts.failures,
  Unreachable: `${unreachableText.title}. ${unreachableText.text}`,
};

interface AddPasskeyProps extends ParentProps {
  /** The fragment of the page to which the user returns after a new sign-in. */
  place?: string;
  onAdded?: () => void;
  /** The element in place of the button in a browser without passkeys. */
  fallback?: JSX.Element;
  class?: string;
}

/** The children are shown above the button, and only together with it. */
export function AddPasskey(props: AddPasskeyProps) {
  const here = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  /** Undefined until the page's script runs. */
  const [isSupported, setSupported] = createSignal<boolean>();
  const [isPending, setPending] = createSignal(false);
  const [error, setError] = createSignal<string>();
  const lock = createSignInLock();
  onMount(() => setSupported(supportsPasskeys()));

  async function add() {
    if (isPending()) return;
    setPending(true);
    setError(undefined);
    // The response sets a new session token. The user must not sign out or leave for a provider before the response
    // arrives.
    const userId = session()?.user?.id;
    const result = await registerPasskey({ userId, onChosen: lock.take }).catch(() => undefined);
    // Other sign-ins wait until the page shows the new passkey.
    if (result?.ok) await revalidate();
    lock.release();
    setPending(false);
    const failure = result?.error;
    if (failure === "FreshSignInRequired" || failure === "SessionRequired") {
      const callbackUrl = here.pathname + here.search + (props.place ?? "");
      // By the router, so that the page's forms keep what was typed.
      return navigate(signInWith({ error: failure, callbackUrl }));
    }
    // The page belongs to another user, as it can with "Connect".
    if (failure === "OtherUser") return location.assign(`/account?${new URLSearchParams({ error: failure })}`);
    if (result?.ok) {
      announce({ tone: "good", text: texts.done });
      props.onAdded?.();
    } else if (failure !== "Cancelled") setError(FAILURES[failure ?? ""] ?? texts.failed);
  }

  return (
    <Show when={isSupported() !== false} fallback={props.fallback}>
      <div class="needs-script">
        <div class={`grid ${props.class ?? ""}`}>
          {props.children}
          <Show when={error()} keyed>
            {(text) => <Alert tone="bad">{text}</Alert>}
          </Show>
          <Button
            variant="outline"
            class="disabled:opacity-100 aria-busy:opacity-60"
            disabled={!isSupported() || lock.isHeldElsewhere()}
            aria-busy={isPending()}
            onClick={add}
          >
            <Icon svg={keyIcon} />
            {texts.button}
          </Button>
        </div>
      </div>
    </Show>
  );
}
