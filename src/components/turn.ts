// One sign-in at a time. Each one ends the session that the browser had before. If two overlap, and the page is left before the answer
// to the second has arrived, the browser keeps the cookie of the session that has ended, and the user is signed out.

import { createSignal } from "solid-js";
import { isServer } from "solid-js/web";

const [holder, setHolder] = createSignal<object>();

/** What was pressed meanwhile, in its order. */
let waiting: ((isFree: boolean) => void)[] = [];

// The page is shown again, from the browser's back-forward cache.
if (!isServer)
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) setHolder(undefined);
  });

/** Whether the server is being asked, or has answered and the page is being left. */
export const isBusy = () => holder() !== undefined;

/** For a form or a button that signs in. Take the turn before the server is asked; then either leave the page or end the turn. */
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
    /** Waits for the turn. A button that is pressed while another answer is on its way works then. @returns false if the page is left */
    async takeNext(): Promise<boolean> {
      const isFree = !isBusy() || (await new Promise<boolean>((resolve) => waiting.push(resolve)));
      if (isFree) setHolder(self);
      return isFree;
    },
    /** The answer leads to another page: what was pressed meanwhile has no effect. */
    leave(): void {
      for (const tell of waiting) tell(false);
      waiting = [];
    },
    end(): void {
      if (holder() !== self) return;
      setHolder(undefined);
      waiting.shift()?.(true);
    },
  };
}
