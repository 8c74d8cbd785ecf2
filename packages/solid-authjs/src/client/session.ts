// The session in the browser, the same in all tabs.

import type { Session } from "@auth/core/types";
import { type Accessor, createSignal } from "solid-js";
import { announceSession, onSessionChange } from "./announce.ts";
import { getJson } from "./requests.ts";

const [session, setSession] = createSignal<Session | null>();
let isInUse = false;

/**
 * The session as a signal that all callers share: undefined until it is known, null if the visitor is signed out. No
 * provider component is needed. It follows sign-ins and sign-outs in other tabs, and reads the session again when the
 * tab comes back into view. On the server it stays undefined: there, pages that render with the session read it in
 * another way.
 */
export function useSession(): Accessor<Session | null | undefined> {
  if (typeof document !== "undefined" && !isInUse) {
    isInUse = true;
    void reloadSession();
    onSessionChange(() => void reloadSession());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void reloadSession());
  }
  return session;
}

let readings = 0;

/**
 * Reads the session again. If the request fails, or another request has begun meanwhile, the known session stays.
 *
 * @returns the session from the server; undefined if the request fails
 */
async function readSession(): Promise<Session | null | undefined> {
  readings += 1;
  const reading = readings;
  const current = await getJson<Session | null>("session").catch(() => undefined);
  if (isInUse && current !== undefined && reading === readings) setSession(current);
  return current;
}

/** Reads the session again if it is in use. */
export async function reloadSession(): Promise<void> {
  if (isInUse) await readSession();
}

/** Tells this tab and the others who is signed in now. If the request for this fails, the sign-in still counts. */
export async function broadcastSession(): Promise<void> {
  const current = await readSession();
  if (current === undefined) return;
  // By default a session has no id: another tab must not take that for a sign-out.
  announceSession(current?.user ? (current.user.id ?? current.user.email ?? "") : null);
}
