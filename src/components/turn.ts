// One sign-in at a time. Each one ends the session that the browser had before. If two overlap, and the page is left before the answer
// to the second has arrived, the browser keeps the cookie of the session that has ended, and the user is signed out.

import { createSignal } from "solid-js";
import { isServer } from "solid-js/web";

const [holder, setHolder] = createSignal<object>();

// The page is shown again, from the browser's back-forward cache.
if (!isServer) addEventListener("pageshow", ({ persisted }) => persisted && setHolder(undefined));

/** Whether the server is being asked, or has answered and the page is being left. */
export const isBusy = () => holder() !== undefined;

/** For a form or a button that signs in. Take the turn before the server is asked, and end it unless the page is left then. */
export function createTurn() {
  const self = {};
  return {
    isMine: () => holder() === self,
    /** @returns false while it is taken */
    take(): boolean {
      if (isBusy()) return false;
      setHolder(self);
      return true;
    },
    end: () => setHolder((current) => (current === self ? undefined : current)),
  };
}
