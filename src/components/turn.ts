// Allows one sign-in at a time. Each sign-in ends the browser's previous session. If two overlap and the page is left
// before the second response arrives, the browser keeps the cookie of the ended session, and the user is signed out.

import { createSignal } from "solid-js";
import { isServer } from "solid-js/web";

/** If the page is still here after that, it was not left: the user has stopped the navigation, or it was a download. */
const STOPPED_AFTER_MS = 5000;

const [holder, setHolder] = createSignal<object>();

/** Buttons pressed in the meantime, in order. */
let waiting: ((isFree: boolean) => void)[] = [];

function dropWaiting(): void {
  for (const tell of waiting) tell(false);
  waiting = [];
}

// The browser shows the page again from its back-forward cache.
if (!isServer)
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    dropWaiting();
    setHolder(undefined);
  });

/** Whether a request is under way, or has been answered and the page is being left. */
export const isBusy = () => holder() !== undefined;

/**
 * For a form or a button that signs in. Take the turn before the request; afterwards either leave the page or end the
 * turn.
 */
export function createTurn() {
  const self = {};
  const [isWaiting, setWaiting] = createSignal(false);

  function end(): void {
    if (holder() !== self) return;
    setHolder(undefined);
    waiting.shift()?.(true);
  }

  return {
    /** Whether this form or button has the turn, or waits for it. */
    isPending: () => isWaiting() || holder() === self,
    /** @returns false while another form or button has the turn */
    take(): boolean {
      if (isBusy()) return false;
      setHolder(self);
      return true;
    },
    /**
     * Waits for the turn, so that a button pressed during another request takes effect after it. @returns false if the
     * page is left
     */
    async takeNext(): Promise<boolean> {
      setWaiting(true);
      const isFree = !isBusy() || (await new Promise<boolean>((resolve) => waiting.push(resolve)));
      if (isFree) setHolder(self);
      setWaiting(false);
      return isFree;
    },
    /** The response leads to another page, so buttons pressed in the meantime have no effect. */
    leave(url: string): void {
      dropWaiting();
      location.assign(url);
      setTimeout(end, STOPPED_AFTER_MS);
    },
    end,
  };
}
