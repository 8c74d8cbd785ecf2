// The sign-in methods of one user: their labels, their number, and the rule that the last one cannot be removed.

import "server-only";
import { type Account, nameOrNull, type Profile } from "solid-authjs";
import { removeUnlessLast } from "solid-authjs/prisma";
import { database } from "~/server/database/client";
import type { Prisma } from "~/server/database/generated/client";
import { asksUser, type SignInMethod } from "./sign-in-method";
import { findMethod, providerMethods } from "./sign-in-methods";

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
  return removeUnlessLast(database, userId, remove, async (tx) => (await methodsOf(userId, tx)).length);
}

/**
 * @returns the ids of the methods with which a user can sign in freshly, and the names of the user's other methods,
 *   which may not ask. The other methods count only for users without a mailbox and without a passkey, as solid-authjs
 *   decides (flows/presence.ts). Email with an unverified address is included only if there is no other method: a proof
 *   of the address ends all earlier access
 */
export async function freshMethodsOf(userId: string): Promise<{ ids: string[]; silent: string[] }> {
  const known = new Set(await methodsOf(userId));
  const own = [...(known.size > 0 ? known : ["email"])].flatMap((id) => findMethod(id) ?? []);
  const hasOtherWay = own.some(({ id }) => id === "email" || id === "passkey");
  const counts = (method: SignInMethod) => !hasOtherWay || asksUser(method);
  return {
    ids: own.filter(counts).map(({ id }) => id),
    silent: own.filter((method) => !counts(method)).map(({ name }) => name),
  };
}

/** @returns the ids of the user's configured sign-in methods, with "passkey" for each passkey */
export async function methodsOf(userId: string, tx: Prisma.TransactionClient = database): Promise<string[]> {
  const isVerified = (await tx.user.count({ where: { id: userId, emailVerified: { not: null } } })) > 0;
  const passkeys = await tx.authenticator.count({ where: { userId } });
  const accounts = await tx.account.findMany({ where: { userId }, select: { provider: true } });
  return configuredMethods(isVerified, passkeys, accounts);
}

/**
 * The same, for a user whose rows are already loaded.
 *
 * @param isVerified whether the address is verified: an unverified address may belong to another person
 */
export function configuredMethods(isVerified: boolean, passkeys: number, accounts: { provider: string }[]): string[] {
  const providers = providerMethods.map(({ id }) => id);
  const connected = accounts.map(({ provider }) => provider).filter((id) => providers.includes(id));
  const others: string[] = [...(isVerified ? ["email"] : []), ...Array(passkeys).fill("passkey")];
  return [...others.filter(findMethod), ...connected];
}
