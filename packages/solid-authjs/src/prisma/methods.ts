// The rule that a user's last sign-in method cannot be removed.

import { lockUser } from "./access.ts";
import { type AuthClient, type AuthTables, clientOf, TRANSACTION } from "./client.ts";

class LastMethod extends Error {}

/**
 * Removes a sign-in method, unless it is the last. Two concurrent removals cannot remove both: the first one locks the
 * user's row.
 *
 * @param remove deletes the method's rows, and returns how many there were
 * @param count says how many methods are left
 */
export async function removeUnlessLast<Tx extends AuthTables>(
  prisma: AuthClient,
  userId: string,
  remove: (tx: Tx) => Promise<number>,
  count: (tx: Tx) => Promise<number>,
): Promise<"removed" | "gone" | "last"> {
  try {
    return await clientOf(prisma).$transaction(async (tables) => {
      await lockUser(tables, userId);
      // The application's own type of the same transaction.
      const tx = tables as AuthTables as Tx;
      if ((await remove(tx)) === 0) return "gone";
      if ((await count(tx)) === 0) throw new LastMethod();
      return "removed";
    }, TRANSACTION);
  } catch (error) {
    if (error instanceof LastMethod) return "last";
    throw error;
  }
}
