// The sign-in methods of one user: their labels, their number, and the rule that the last one cannot be removed.

import "server-only";
import { type Account, nameOrNull, type Profile } from "solid-authjs";
import { removeUnlessLast } from "solid-authjs/prisma";
import { database } from "~/server/database/client";
import type { Prisma } from "~/server/database/generated/client";
import { asksUser, type SignInMethod } from "./sign-in-method";
import { findMethod, providerMethods, signInMethods } from "./sign-in-methods";

/**
 * Stores the account's name at the provider, from the profile of each sign-in. The account page shows it to the owner.
 *
 * @param profile the profile that the provider sent
 */
export async function labelAccount({ provider, providerAccountId }: Account, profile: Profile | undefined) {
  const names = [profile?.preferred_username, profile?.login, profile?.username, profile?.email, profile?.name];
  const label = names.map(nameOrNull).find((name) => name !== null);
  if (label) await database.account.updateMany({ where: { provider, providerAccountId }, data: { label } });
}

/**
 * Removes a sign-in method, unless it is the last.
 *
 * @param remove deletes the method's rows, and returns how many there were
 */
export function removeMethod(userId: string, remove: (tx: Prisma.TransactionClient) => Promise<number>) {
  return removeUnlessLast(database, userId, remove, (tx) => countMethods(userId, tx));
}

/**
 * @returns the ids of the user's configured sign-in methods. Email with an unverified address is included only if there
 *   is no other method: a proof of the address ends all earlier access
 */
export async function methodsOf(userId: string): Promise<string[]> {
  const { isVerified, passkeys, accounts } = await rowsOf(userId);
  const connected = accounts.map(({ provider }) => provider);
  const others = signInMethods.flatMap(({ id }) => {
    const isOwn = id === "passkey" ? passkeys > 0 : connected.includes(id);
    return isOwn ? id : [];
  });
  return isVerified || others.length === 0 ? ["email", ...others] : others;
}

/**
 * @returns the ids of the methods with which a user can sign in freshly, and the names of the user's other methods,
 *   which may not ask. The other methods count only for users without a mailbox and without a passkey, as solid-authjs
 *   decides (flows/presence.ts)
 */
export async function freshMethodsOf(userId: string): Promise<{ ids: string[]; silent: string[] }> {
  const own = (await methodsOf(userId)).flatMap((id) => findMethod(id) ?? []);
  const hasOtherWay = own.some(({ id }) => id === "email" || id === "passkey");
  const counts = (method: SignInMethod) => !hasOtherWay || asksUser(method);
  return {
    ids: own.filter(counts).map(({ id }) => id),
    silent: own.filter((method) => !counts(method)).map(({ name }) => name),
  };
}

/**
 * @returns how many of the configured sign-in methods the user has. Email counts only if the address is verified: an
 *   unverified address may belong to another person
 */
export async function countMethods(userId: string, tx: Prisma.TransactionClient = database): Promise<number> {
  return countConfigured(await rowsOf(userId, tx));
}

async function rowsOf(userId: string, tx: Prisma.TransactionClient = database) {
  const isVerified = (await tx.user.count({ where: { id: userId, emailVerified: { not: null } } })) > 0;
  const passkeys = await tx.authenticator.count({ where: { userId } });
  const accounts = await tx.account.findMany({ where: { userId }, select: { provider: true } });
  return { isVerified, passkeys, accounts };
}

/** Counts the methods of a user whose rows are already loaded. */
export function countConfigured(known: { isVerified: boolean; passkeys: number; accounts: { provider: string }[] }) {
  const mailboxes = findMethod("email") && known.isVerified ? 1 : 0;
  const passkeys = findMethod("passkey") ? known.passkeys : 0;
  const providers = providerMethods.map(({ id }) => id);
  return mailboxes + passkeys + known.accounts.filter(({ provider }) => providers.includes(provider)).length;
}
