// The tokens of OAuth providers, for calling their APIs later. They are stored only with `storeProviderTokens` in
// app.config.ts, and encrypted. The `signIn` event in ./config.ts saves them.

import "server-only";
import { DbNull } from "@prisma/client/runtime/client";
import { type Account, type ProviderTokens, sealedTokens } from "solid-auth";
import { database } from "../database/client";
import { env } from "../env";
import { log } from "../log";

const { seal, open } = sealedTokens(env().secrets, log.warn);

/**
 * @param userId the user's id, as `requireUser` gives it
 * @param provider the provider's id, as in the list of sign-in methods
 * @returns the tokens from the last time the user signed in with the provider or connected it; null if none are stored.
 *   If the user has several accounts at the provider, those of the first connected one
 */
export async function providerTokens(userId: string, provider: string): Promise<ProviderTokens | null> {
  const where = { userId, provider, access_token: { not: null } };
  const account = await database.account.findFirst({ where, orderBy: { id: "asc" } });
  return account && open(account);
}

/**
 * Replaces the stored tokens with new ones from the provider.
 *
 * @param userId the account's owner
 * @param account from the `signIn` event; only types `oauth` and `oidc` are stored
 */
export async function saveProviderTokens(userId: string, account: Account): Promise<void> {
  const { type, provider, providerAccountId } = account;
  if (type !== "oauth" && type !== "oidc") return;
  const where = { userId, provider, providerAccountId };
  const stored = await database.account.findFirst({ where, select: { refresh_token: true } });
  const { session_state, ...tokens } = seal(account, stored?.refresh_token);
  await database.account.updateMany({ where, data: { ...tokens, session_state: session_state ?? DbNull } });
}
