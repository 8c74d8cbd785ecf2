// The session in the browser, kept in step across tabs.

import type { Session } from "@auth/core/types";
import { type Accessor, createSignal } from "solid-js";
import { isServer } from "solid-js/web";

/** Tells the other tabs of this origin which user is signed in: the user's id, or null. */
export function announceSession(userId: string | null): void {
  channel()?.postMessage(userId);
}

/**
 * Calls the listener when another tab announces which user is signed in.
 *
 * @returns a function that removes the listener
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
 * The session as a signal that all callers share: undefined until it is known, null if the visitor is signed out. It follows other tabs,
 * and is read again when the tab comes back into view. On the server it stays undefined: pages that render with the session read it there.
 *
 * @param reader fetches the session
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

/** Reads the session again if it is in use. If the request fails, the known session stays. */
export async function refreshSession(): Promise<void> {
  const current = await read?.().catch(() => undefined);
  if (current !== undefined) setSession(current);
}
