// The application's adapter, wrapped for core: it checks results that core does not check, and undoes what core leaves half done. Wrapping
// that belongs to one flow is in that flow's file.

import type { Adapter, AdapterAccount, AdapterSession } from "@auth/core/adapters";
import type { Flow, Reported } from "../exchange";
import type { SolidAuthAdapter } from "../types";

/** @returns an adapter with the methods that the given one has: core checks which are there */
export function wrapAdapter(adapter: SolidAuthAdapter, flows: Flow[], reported: Reported): Adapter {
  const wrap = (inner: SolidAuthAdapter, methods: Partial<SolidAuthAdapter> = {}): SolidAuthAdapter => ({
    ...inner,
    ...Object.fromEntries(Object.entries(methods).filter(([name]) => name in inner)),
  });
  return flows.reduce((inner, flow) => wrap(inner, flow.adapter?.(inner)), wrap(adapter, careful(adapter, reported)));
}

function careful(adapter: SolidAuthAdapter, reported: Reported): Partial<SolidAuthAdapter> {
  let createdUserId: string | undefined;
  return {
    async createUser(user) {
      const created = await adapter.createUser?.(user);
      if (!created) throw new TypeError("The adapter made no user.");
      createdUserId = created.id;
      return created;
    },
    async updateUser(user) {
      const updated = await adapter.updateUser?.(user);
      // Deleted since core looked the user up.
      if (!updated) throw new TypeError("The user is gone.");
      return updated;
    },
    deleteSession: (sessionToken) => endSession(adapter, sessionToken),
    async linkAccount(account) {
      try {
        const linked = await adapter.linkAccount?.(account);
        reported.added = true;
        return linked as AdapterAccount | null | undefined;
      } catch (error) {
        // Without its account the new user could never sign in, and the address would be taken for ever.
        if (createdUserId) await adapter.deleteUser?.(createdUserId);
        throw error;
      }
    },
  };
}

/** Deletes a session. Auth.js's own Prisma adapter rejects where the row is gone already: that is no failure. */
export async function endSession(adapter: SolidAuthAdapter, sessionToken: string): Promise<AdapterSession | null> {
  try {
    return (await adapter.deleteSession?.(sessionToken)) ?? null;
  } catch (error) {
    if (await adapter.getSessionAndUser?.(sessionToken)) throw error;
    return null;
  }
}
