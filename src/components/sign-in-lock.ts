// Allows one sign-in at a time. Each sign-in ends the browser's previous session. If two overlap and the page is left
// before the second response arrives, the browser keeps the cookie of the ended session, and the user is signed out.

import { createSignal } from "solid-js";
import { isServer } from "solid-js/web";

/** If the page is still here after that, the navigation was cancelled, or it was a download. */
const STOPPED_AFTER_MS = 5000;

/** The form or button whose request is under way, or has been answered and leads to another page. */
const [holder, setHolder] = createSignal<object>();

// The browser shows the page again from its back-forward cache.
if (!isServer) addEventListener("pageshow", ({ persisted }) => persisted && setHolder(undefined));

/** For a form or a button that signs in. It is disabled while another one has the lock. */
export function createSignInLock() {
  const self = {};

  function release(): void {
    if (holder() === self) setHolder(undefined);
  }

  return {
    isHeld: () => holder() === self,
    isHeldElsewhere: () => ![undefined, self].includes(holder()),
    /** Call before the request. @returns false if the lock is held, also by this form or button */
    take(): boolean {
      if (holder()) return false;
      setHolder(self);
      return true;
    },
    release,
    /** Goes to another page, with the lock held until the page is left. */
    leave(url: string): void {
      location.assign(url);
      setTimeout(release, STOPPED_AFTER_MS);
    },
  };
}
