// The data of the pages for the user's own account.

import { query } from "@solidjs/router";
import { emailOrNull } from "solid-authjs";
import { loadAccount } from "~/server/auth/account";
import { anyone, runQuery, user } from "~/server/functions";

export type { AccountDetails } from "~/server/auth/account";

/** The user's sign-in methods, sessions and activity. */
export const account = query(async () => {
  "use server";
  return runQuery(user("/account"), (owner) => loadAccount(owner));
}, "account");

/**
 * @param email from a mail's link: any text, or none. @returns the address in its normal form; null for any other text
 */
export const linkedEmail = query(async (email: string | undefined) => {
  "use server";
  return runQuery(anyone, () => emailOrNull(email));
}, "linked-email");
