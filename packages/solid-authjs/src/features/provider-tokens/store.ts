// The tokens of OAuth providers, encrypted, in the rows of their accounts.

import type { Account } from "@auth/core/types";
import { DbNull } from "@prisma/client/runtime/client";
import { type AuthTables, given, tablesOf } from "../../prisma/client.ts";
import { type ProviderTokens, sealedTokens } from "./seal.ts";

/** @param secrets, and `warn`: as for `sealedTokens` */
export function storedTokens(prisma: AuthTables, ...sealing: Parameters<typeof sealedTokens>) {
  const { account: table } = tablesOf(prisma);
  const { seal, open } = sealedTokens(...sealing);
  return {
    /**
     * @param provider the provider's id
     * @returns the tokens from the user's last sign-in with the provider or "Connect"; null if none are stored. If the
     *   user has several accounts at the provider, the tokens of the account that was connected first
     */
    async providerTokens(userId: string, provider: string): Promise<ProviderTokens | null> {
      const where = given({ userId, provider, access_token: { not: null } });
      const found = await table.findFirst({ where, orderBy: { id: "asc" } });
      return found && open(found);
    },

    /**
     * Replaces the stored tokens with new ones from the provider.
     *
     * @param userId the account's owner
     * @param account from the `signIn` event; only types `oauth` and `oidc` are stored
     */
    async saveProviderTokens(userId: string, account: Account): Promise<void> {
      const { type, provider, providerAccountId } = account;
      if (type !== "oauth" && type !== "oidc") return;
      const where = given({ userId, provider, providerAccountId });
      const stored = await table.findFirst({ where, select: { refresh_token: true } });
      const { session_state, ...tokens } = seal(account, stored?.refresh_token);
      await table.updateMany({ where, data: { ...tokens, session_state: session_state ?? DbNull } });
    },
  };
}
