// Tabs tell each other who is signed in. Every page imports this file as `solid-authjs/client/announce`, so that it
// does not load the rest of the client.

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

let opened: BroadcastChannel | null | undefined;

/** A convenience: null in browsers without it, and where cookies are blocked, because Firefox throws there. */
function channel(): BroadcastChannel | null {
  if (opened === undefined) {
    try {
      opened = new BroadcastChannel("solid-authjs");
    } catch {
      opened = null;
    }
  }
  return opened;
}
