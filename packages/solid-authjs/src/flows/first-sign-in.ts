// Several first sign-ins of one user at the same moment: a form that was sent twice, or several tabs.
//
// Core looks a user up, creates them and stores their account in separate steps. The database's unique columns accept
// only one of several concurrent requests. The others sign in to the account that this request has stored, or the
// visitor has to try again.

import { setTimeout } from "node:timers/promises";
import type { AdapterAccount, AdapterUser } from "@auth/core/adapters";
import { InvalidCheck } from "@auth/core/errors";
import type { CoreEvents, StartFlow } from "../context.ts";
import { isOAuth } from "../resolved-config.ts";
import type { SolidAuthAdapter } from "../types.ts";

/** The other request stores the account right after the user. */
const LOOK_UPS = 5;
const PAUSE_MS = 50;

export const firstSignIn: StartFlow = (context) => {
  const { request, outcome } = context;
  /** Whether another request has signed the user up meanwhile, and has reported the sign-up. */
  let isReported = false;
  if (request.provider?.type === "email") return { adapter: mailAdapter, events };
  return isOAuth(request.provider) ? { adapter: oauthAdapter, events } : undefined;

  function events({ createUser, linkAccount }: CoreEvents): CoreEvents {
    return {
      ...(createUser && { createUser: (message) => (isReported ? undefined : createUser(message)) }),
      ...(linkAccount && { linkAccount: (message) => (isReported ? undefined : linkAccount(message)) }),
    };
  }

  function mailAdapter(adapter: SolidAuthAdapter): Partial<SolidAuthAdapter> {
    return {
      async createUser(user) {
        try {
          return (await adapter.createUser?.(user)) as AdapterUser;
        } catch (error) {
          const other = await adapter.getUserByEmail?.(user.email);
          if (!other) throw error;
          isReported = true;
          // Core does the same if it finds the user: the link proves the address.
          return adapter.updateUser?.({ id: other.id, emailVerified: new Date() }) as Promise<AdapterUser>;
        }
      },
    };
  }

  function oauthAdapter(adapter: SolidAuthAdapter): Partial<SolidAuthAdapter> {
    let account: Pick<AdapterAccount, "provider" | "providerAccountId"> | undefined;
    let other: AdapterUser | undefined;

    /** The user whose account another request has just connected. */
    async function ownerNow(): Promise<AdapterUser | undefined> {
      for (let lookUp = 0; account && lookUp < LOOK_UPS; lookUp++) {
        const owner = await adapter.getUserByAccount?.(account);
        if (owner) return owner;
        await setTimeout(PAUSE_MS);
      }
    }

    return {
      getUserByAccount: async (asked) => {
        account = asked;
        return (await adapter.getUserByAccount?.(asked)) ?? null;
      },
      async getUserByEmail(email) {
        const found = await adapter.getUserByEmail?.(email);
        if (!found) return null;
        const owner = await ownerNow();
        if (owner?.id !== found.id) return found;
        // Core refuses a user whose account it has not found. If core finds no user, it goes on to create them.
        other = owner;
        return null;
      },
      async createUser(user) {
        try {
          if (!other) return (await adapter.createUser?.(user)) as AdapterUser;
        } catch (error) {
          // A provider may have sent no address.
          if (!user.email || !(await adapter.getUserByEmail?.(user.email))) throw error;
          other = await ownerNow();
          if (!other) throw simultaneous();
        }
        isReported = true;
        return other as AdapterUser;
      },
      async linkAccount(added) {
        if (other) return;
        try {
          await adapter.linkAccount?.(added);
        } catch (error) {
          // Other adapters accept only the key.
          const { provider, providerAccountId } = added;
          const owner = await adapter.getUserByAccount?.({ provider, providerAccountId });
          if (!owner) throw error;
          if (owner.id !== added.userId) throw simultaneous();
        }
      },
    };
  }

  function simultaneous(): Error {
    outcome.failure = { error: "InvalidCheck", code: "simultaneous", page: "signIn" };
    outcome.refusal = new InvalidCheck("Another request has signed this user up.");
    return outcome.refusal;
  }
};
