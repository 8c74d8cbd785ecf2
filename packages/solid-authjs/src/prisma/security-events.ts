// The security events of an account, for its owner to read: a sign-in, a new passkey.

import { type AuthTables, isForeignKeyViolation, tablesOf } from "./client.ts";

export interface SecurityEvent {
  userId: string;
  event: string;
  /** The sign-in method's id. */
  provider?: string;
  userAgent?: string;
}

/**
 * Stores an event, and keeps only the newest of its kind, so that a session thief cannot push other events out. Does
 * nothing for a deleted user.
 *
 * @param most how many events of one kind a user keeps. With Infinity, the call looks for no older events: a new user
 *   has none
 */
export async function storeSecurityEvent(
  prisma: AuthTables & { securityEvent: object },
  data: SecurityEvent,
  most: number,
): Promise<void> {
  const { securityEvent } = tablesOf(prisma);
  try {
    await securityEvent.create({ data });
  } catch (error) {
    // A JWT can outlive its user.
    if (isForeignKeyViolation(error)) return;
    throw error;
  }
  if (most === Number.POSITIVE_INFINITY) return;
  const orderBy = [{ createdAt: "desc" }, { id: "desc" }];
  const beyond = { where: { userId: data.userId, event: data.event }, orderBy, skip: most, select: { id: true } };
  const ids = (await securityEvent.findMany(beyond)).map(({ id }) => id);
  if (ids.length > 0) await securityEvent.deleteMany({ where: { id: { in: ids } } });
}
