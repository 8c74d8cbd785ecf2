// A user's access and its end: sessions with their bound keys, passkeys, accounts at providers, links and codes in
// mails, pending changes of address, and access that the application has added.

import { repeatsOf } from "../email.ts";
import { type AuthTables, given, type Tables, tablesOf } from "./client.ts";

/**
 * Ends access that your application has added to a user.
 *
 * @param tx the event's transaction, so that a killed process cannot leave one change without the other
 * @param ended `methods` is true if passkeys and accounts end. Then your own sign-in methods should end too, such as
 *   passwords. Access that works like a session, such as a bearer token, ends each time
 */
export type EndAccess = (tx: AuthTables, userId: string, ended: { methods: boolean }) => Promise<void>;

/** Ends no access, because the application has added none. */
export const endNone: EndAccess = async () => {};

/**
 * The identifier of a user's changes of address. It is the whole identifier: no index finds an identifier by its
 * beginning.
 */
export const emailChangesOf = (userId: string) => `address:${userId}`;

/** The identifier of links that have ended. It is not an address, so no link works under it. */
const ENDED = "ended";

/**
 * The first statement of an event. If two events of one user run at once, the later one sees all changes of the first,
 * and the two do not wait for each other for ever.
 */
export async function lockUser(tx: AuthTables, id: string): Promise<void> {
  await tablesOf(tx).user.updateMany({ where: given({ id }), data: { id } });
}

interface Holder {
  id: string;
  email: string;
}

/**
 * Ends sign-in links and codes for a user's address, and the user's pending changes of address. The rows of links stay
 * until they expire. Otherwise the browser that asked for a link learns that the account has changed.
 *
 * Threat: an attacker signs up with a victim's address, and ends each link that the victim asks for. So links for an
 * address that is not verified stay. A session may outlive its user's address, so the address comes from the row.
 *
 * @param tx has locked the user's row (see {@link lockUser})
 */
export async function endPending(tx: AuthTables, userId: string): Promise<void> {
  const { user, verificationToken } = tablesOf(tx);
  const holder = await user.findUnique({ where: given({ id: userId }) });
  if (!holder?.emailVerified) return endEmailChanges(tx, userId);
  await endLinks(tx, holder);
  // A form that was already sent must not sign in again.
  await verificationToken.deleteMany({ where: { identifier: repeatsOf(holder.email) } });
}

async function endLinks(tx: AuthTables, { id, email }: Holder): Promise<void> {
  const { verificationToken } = tablesOf(tx);
  await verificationToken.updateMany({ where: { identifier: email }, data: { identifier: ENDED } });
  await endEmailChanges(tx, id);
}

async function endEmailChanges(tx: AuthTables, userId: string): Promise<void> {
  await tablesOf(tx).verificationToken.deleteMany({ where: { identifier: emailChangesOf(userId) } });
}

/** Ends all of a user's access. Only the address is left, and its owner signs in by a mail. */
export async function endAll(tx: Tables, user: Holder, endAccess: EndAccess): Promise<void> {
  const where = { userId: user.id };
  await tx.session.deleteMany({ where });
  await tx.authenticator.deleteMany({ where });
  await tx.account.deleteMany({ where });
  // The stored copy of the form that proved the address stays: a browser may send that form twice.
  await endLinks(tx, user);
  await endAccess(tx, user.id, { methods: true });
}

/**
 * Whether a sign-in link was used, for the browser that asked for it.
 *
 * @param identifier the address
 * @param storedTokens the hashes of the links' tokens, from `getPendingLink`
 * @returns whether one of the links was used. False for a link that ended in another way, because the browser need not
 *   know that
 */
export async function isLinkUsed(
  prisma: AuthTables,
  identifier: string | undefined,
  storedTokens: string[],
): Promise<boolean> {
  if (storedTokens.length === 0) return false;
  const where = { identifier: { in: [identifier ?? "", ENDED] }, token: { in: storedTokens } };
  return (await tablesOf(prisma).verificationToken.count({ where })) === 0;
}
