// The two ways in which the file of a running server becomes unusable: another process locks it, or it is moved,
// deleted or replaced.

import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const RETRY_MS = 10;

/**
 * Waits until another process has finished writing. SQLite's own wait (`busy_timeout`) blocks this process, and with it
 * all requests.
 *
 * @param deadline in milliseconds since 1970
 * @throws SQLite's error after the deadline
 */
export async function whenUnlocked<T>(attempt: () => T | Promise<T>, deadline: number): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || Date.now() > deadline) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}

/**
 * SQLite's error, or Prisma's error that contains it. SQLITE_BUSY_SNAPSHOT is another kind of error: waiting does not
 * help.
 */
function isLocked(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { originalCode?: unknown } };
  return code === "SQLITE_BUSY" || cause?.originalCode === "SQLITE_BUSY";
}

/**
 * Without this check, a server goes on with a deleted file that no other process sees, and loses all data when it ends.
 *
 * @returns a function that throws if the path no longer leads to the file of its first call
 */
export function fileGuard(path: string): () => void {
  let first: string | undefined;
  return () => {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    const found = stats && `${stats.dev}:${stats.ino}`;
    first ??= found;
    if (!found || found !== first)
      throw Object.assign(new Error(`${path} was moved, deleted or replaced. Put it back, or restart the server.`), {
        code: "SQLITE_CANTOPEN",
      });
  };
}
