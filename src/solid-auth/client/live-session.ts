// The session in the browser, kept in step across tabs.

import type { Session } from "@auth/core/types";
import { type Accessor, createSignal } from "solid-js";
import { isServer } from "solid-js/web";

/** Tells the other tabs of this origin who is signed in here: a user's id, or null. */
export function announceSession(userId: string | null): void {
  channel()?.postMessage(userId);
}

/**
 * Calls back when another tab tells who is signed in.
 *
 * @returns takes the listener off again
 */
export function onSessionChange(listener: (userId: string | null) => void): () => void {
  const source = channel();
  const receive = ({ data }: MessageEvent<string | null>) => listener(data);
  source?.addEventListener("message", receive);
  return () => source?.removeEventListener("message", receive);
}

let opened: BroadcastChannel | undefined;

function channel(): BroadcastChannel | undefined {
  if (!opened && typeof BroadcastChannel !== "undefined") opened = new BroadcastChannel("solid-auth");
  return opened;
}

const [session, setSession] = createSignal<Session | null>();
let read: (() => Promise<Session | null>) | undefined;

/**
 * The session as a signal that all callers share: undefined until it is known, null when nobody is signed in. It follows what
 * happens in other tabs, and is read again when the tab comes back into view. On the server it stays undefined; pages that are
 * to render with the session read it there.
 *
 * @param reader how to ask for the session
 */
export function liveSession(reader: () => Promise<Session | null>): Accessor<Session | null | undefined> {
  if (!isServer && !read) {
    read = reader;
    void refreshSession();
    onSessionChange(() => void refreshSession());
    document.addEventListener(
      "visibilitychange",
      () => document.visibilityState === "visible" && void refreshSession(),
    );
  }
  return session;
}

/** Reads the session again, if anybody follows it. Without an answer, what is known stays. */
export async function refreshSession(): Promise<void> {
  const current = await read?.().catch(() => undefined);
  if (current !== undefined) setSession(current);
}
