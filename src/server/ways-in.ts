// The ways in that a user has. The last one cannot be removed.

import "server-only";
import { signInMethods } from "./auth";
import { database } from "./database/client";
import type { Prisma } from "./database/generated/client";

class LastWay extends Error {}

/**
 * Removes a way in, unless it is the last. The two are one step, so that of two removals at once the second is refused.
 *
 * @param remove deletes what belongs to the way, and returns how many there were
 */
export async function removeWay(
  userId: string,
  remove: (tx: Prisma.TransactionClient) => Promise<number>,
): Promise<"removed" | "gone" | "last"> {
  try {
    return await database.$transaction(
      async (tx) => {
        if ((await remove(tx)) === 0) return "gone";
        if ((await countWays(userId, tx)) === 0) throw new LastWay();
        return "removed";
      },
      { isolationLevel: "Serializable" },
    );
  } catch (error) {
    if (error instanceof LastWay) return "last";
    throw error;
  }
}

/** In how many ways the user can sign in, of those that are configured. Every user has an address. */
export async function countWays(userId: string, tx: Prisma.TransactionClient = database): Promise<number> {
  const gitHub = signInMethods.github ? await tx.account.count({ where: { userId, provider: "github" } }) : 0;
  const passkeys = await tx.authenticator.count({ where: { userId } });
  return (signInMethods.email ? 1 : 0) + gitHub + passkeys;
}
