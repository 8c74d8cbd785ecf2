// How the signed-in user gets in. Asks for the user itself: the path guard is not what protects this.

import { query } from "@solidjs/router";
import { signInMethods } from "~/server/auth";
import { database } from "~/server/database/client";
import { answer } from "~/server/query";
import { requireUser } from "~/session";

/** A passkey as its owner sees it. Times are ISO 8601. */
export interface PasskeySummary {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** The ways in that the user has, and those they could add. */
export const accountMethods = query(async () => {
  "use server";
  return answer(async () => {
    const { id: userId } = await requireUser("/account");
    const [gitHub, passkeys] = await Promise.all([
      database.account.findFirst({ where: { userId, provider: "github" }, select: { id: true } }),
      database.authenticator.findMany({ where: { userId }, orderBy: { createdAt: "asc" } }),
    ]);
    return {
      email: signInMethods.email,
      gitHub: signInMethods.github ? (gitHub ? "connected" : "available") : "off",
      passkeys: passkeys.map(
        ({ credentialID, name, createdAt, lastUsedAt }): PasskeySummary => ({
          id: credentialID,
          name: name ?? "Passkey",
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        }),
      ),
    } as const;
  });
}, "account-methods");
