// What of a user is access, and how it ends: sessions with their bound keys, passkeys, accounts at providers, links and
// codes in mails, changes of address under way, and what the application has added.

import { repeatsOf } from "../email.ts";
import { type AuthTables, given, type Tables, tablesOf } from "./client.ts";

/**
 * Ends what your application has added to a user's access.
 *
 * @param tx the transaction of the event, so that no kill leaves one without the other
 * @param ended `methods` is true if passkeys and accounts end, and so should sign-in methods of yours, such as
 *   passwords. What works like a session, such as a bearer token, ends each time
 */
export type EndAccess = (tx: AuthTables, userId: string, ended: { methods: boolean }) => Promise<void>;

/** Ends nothing: the application has added nothing of its own. */
export const endNone: EndAccess = async () => {};

/**
 * The identifier of a user's changes of address. It is the whole one: the beginning of an identifier is found by no
 * index.
 */
export const emailChangesOf = (userId: string) => `address:${userId}`;

/** The identifier of links that have ended. It is no address, so no link works under it. */
const ENDED = "ended";

/**
 * Begins an event, as its first statement. Of two events of one user, the later one then sees all that the first one
 * has done, and the two do not wait for each other for ever.
 */
export async function lockUser(tx: AuthTables, id: string): Promise<void> {
  await tablesOf(tx).user.updateMany({ where: given({ id }), data: { id } });
}

interface Holder {
  id: string;
  email: string;
}

/**
 * Ends sign-in links and codes for a user's address, and the user's changes of address under way. The rows of links
 * stay until they expire: without them, the browser that asked for a link would learn that something has happened to
 * the account.
 */
export async function endPending(tx: AuthTables, holder: Holder): Promise<void> {
  await endLinks(tx, holder);
  // A form that was sent must not sign in again.
  await tablesOf(tx).verificationToken.deleteMany({ where: { identifier: repeatsOf(holder.email) } });
}

async function endLinks(tx: AuthTables, { id, email }: Holder): Promise<void> {
  const { verificationToken } = tablesOf(tx);
  await verificationToken.updateMany({ where: { identifier: email }, data: { identifier: ENDED } });
  await verificationToken.deleteMany({ where: { identifier: emailChangesOf(id) } });
}

/** Ends all of a user's access. Only the address is left, whose owner signs in by a mail. */
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
 * @param storedTokens the hashes of the links' tokens, of `getPendingLink`
 * @returns whether one was used. False for a link that ended in another way, which the browser does not have to know
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
