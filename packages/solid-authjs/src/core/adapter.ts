// The application's adapter, wrapped for core: it checks results that core does not check, and undoes changes that core
// leaves half done. Wrappers that belong to one flow are in that flow's file.
//
// Threat: an attacker signed up with a victim's address, and signs in while the victim verifies the address. The
// verification ends all earlier access, but access that the attacker's request adds afterwards stays. So the layer
// tells the adapter in which state the request found the user. In the same way, a thief's request could add a sign-in
// method after the owner has ended the thief's session. So the layer tells the adapter which session adds a sign-in
// method.

import type { Adapter, AdapterAccount, AdapterAuthenticator, AdapterSession, AdapterUser } from "@auth/core/adapters";
import { Verification } from "@auth/core/errors";
import type { Flow, Outcome } from "../context.ts";
import { InvalidEmailAddress } from "../email.ts";
import { NO_EMAIL } from "../errors.ts";
import type { Grant, SolidAuthAdapter } from "../types.ts";

/** @returns an adapter with the same methods as the given one: core checks which methods exist */
export function wrapAdapter(adapter: SolidAuthAdapter, flows: Flow[], outcome: Outcome): Adapter {
  const wrap = (inner: SolidAuthAdapter, methods: Partial<SolidAuthAdapter> = {}): SolidAuthAdapter => ({
    ...inner,
    ...Object.fromEntries(Object.entries(methods).filter(([name]) => name in inner)),
  });
  return flows.reduce((inner, flow) => wrap(inner, flow.adapter?.(inner)), wrap(adapter, checked(adapter, outcome)));
}

function checked(adapter: SolidAuthAdapter, outcome: Outcome): Partial<SolidAuthAdapter> {
  let createdUserId: string | undefined;
  let idByAddress: string | undefined;
  const found = new Map<string, AdapterUser>();
  const sessions = new Map<string, string>();
  const grantTo = (userId: string): Grant => ({
    user: found.get(userId),
    sessionToken: sessions.get(userId),
    isNewUser: userId === createdUserId,
    isByAddress: userId === idByAddress,
  });
  const create = async (user: AdapterUser) => {
    try {
      return await adapter.createUser?.(user);
    } catch (error) {
      // The person can add an address at the provider. (Some adapters allow users without one.)
      if (error instanceof InvalidEmailAddress || !user.email) outcome.failure ??= NO_EMAIL;
      throw error;
    }
  };
  const keep = (user: AdapterUser | null | undefined) => {
    // A copy, because an adapter in memory may change the user itself.
    if (user) found.set(user.id, { ...user });
    return user ?? null;
  };
  return {
    getUser: async (id) => keep(await adapter.getUser?.(id)),
    async getUserByEmail(email) {
      const user = keep(await adapter.getUserByEmail?.(email));
      idByAddress = user?.id;
      return user;
    },
    getUserByAccount: async (account) => keep(await adapter.getUserByAccount?.(account)),
    async getSessionAndUser(sessionToken) {
      const session = (await adapter.getSessionAndUser?.(sessionToken)) ?? null;
      keep(session?.user);
      if (session) sessions.set(session.user.id, sessionToken);
      return session;
    },
    createSession: async (session, grant) =>
      adapter.createSession?.(session, {
        ...grant,
        user: found.get(session.userId),
        isNewUser: session.userId === createdUserId,
      }) as Promise<AdapterSession>,
    createAuthenticator: async (authenticator, grant) =>
      adapter.createAuthenticator?.(authenticator, {
        ...grant,
        ...grantTo(authenticator.userId),
      }) as Promise<AdapterAuthenticator>,
    addPasskey: async (account, authenticator, grant) =>
      adapter.addPasskey?.(account, authenticator, {
        ...grant,
        ...grantTo(authenticator.userId),
      }) as Promise<AdapterAuthenticator>,
    async createUser(user) {
      const created = await create(user);
      if (!created) throw new TypeError("The adapter made no user.");
      createdUserId = created.id;
      keep(created);
      return created;
    },
    async updateUser(user) {
      const updated = await adapter.updateUser?.(user);
      // The user was deleted after core had looked them up.
      if (!updated) throw new Verification("The user is gone.");
      // Core only records here that a mail link has verified the address. It may now belong to another user.
      const before = found.get(user.id);
      if (before && before.email !== updated.email) throw new Verification("The user has changed their address.");
      keep(updated);
      return updated;
    },
    deleteSession: (sessionToken) => deleteSession(adapter, sessionToken),
    async linkAccount(account) {
      try {
        const linked = await adapter.linkAccount?.(account, grantTo(account.userId));
        outcome.added = true;
        // The sign-in with this account may have verified the address.
        const { provider, providerAccountId } = account;
        keep(await adapter.getUserByAccount?.({ provider, providerAccountId }));
        return linked as AdapterAccount | null | undefined;
      } catch (error) {
        // Without the account, the new user can never sign in, and the address stays taken for ever.
        if (createdUserId) await adapter.deleteUser?.(createdUserId, { user: found.get(createdUserId) });
        throw error;
      }
    },
  };
}

/** Deletes a session. Auth.js's own Prisma adapter rejects if the row is already gone. Here, that is no failure. */
export async function deleteSession(adapter: SolidAuthAdapter, sessionToken: string): Promise<AdapterSession | null> {
  try {
    return (await adapter.deleteSession?.(sessionToken)) ?? null;
  } catch (error) {
    if (await adapter.getSessionAndUser?.(sessionToken)) throw error;
    return null;
  }
}
