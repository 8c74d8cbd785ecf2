// Allows one sign-in at a time. Each sign-in ends the browser's previous session. If two overlap and the user leaves
// the page before the second response arrives, the browser keeps the cookie of the ended session, and the user is
// signed out.

import { createSignal } from "solid-js";

/** If the page is still open after that time, the navigation was cancelled, or was a download. */
const STOPPED_AFTER_MS = 5000;

/** The form or button whose request is under way, or has been answered and leads to another page. */
const [holder, setHolder] = createSignal<object>();

// The browser shows the page again from its back-forward cache.
globalThis.addEventListener?.("pageshow", ({ persisted }) => persisted && setHolder(undefined));

/** The lock that a sign-in form or button holds while its request is under way. */
export interface SignInLock {
  isHeld: () => boolean;
  /** Another form or button has the lock: disable this one. */
  isHeldElsewhere: () => boolean;
  /** Call before the request. @returns false if the lock is held, even by this form or button */
  take: () => boolean;
  release: () => void;
  /** Goes to another page, and holds the lock until the browser leaves this page. */
  leave: (url: string) => void;
}

/** @returns a separate lock for the caller; only one lock of a page is held at a time */
export function createSignInLock(): SignInLock {
  const self = {};

  function release(): void {
    if (holder() === self) setHolder(undefined);
  }

  return {
    isHeld: () => holder() === self,
    isHeldElsewhere: () => ![undefined, self].includes(holder()),
    take() {
      if (holder()) return false;
      setHolder(self);
      return true;
    },
    release,
    leave(url) {
      location.assign(url);
      setTimeout(release, STOPPED_AFTER_MS);
    },
  };
}
