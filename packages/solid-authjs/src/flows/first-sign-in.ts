// Two first sign-ins by mail of one user at the same moment: a form that was sent twice.
//
// Core looks a user up and creates them in separate steps. The database's unique column accepts one of the requests.
// The other one signs in the same user.

import type { AdapterUser } from "@auth/core/adapters";
import type { StartFlow } from "../context.ts";

export const firstSignIn: StartFlow = () => {
  /** Whether another request has signed the user up meanwhile, and has reported the sign-up. */
  let isReported = false;
  return {
    events: ({ createUser }) => ({
      ...(createUser && { createUser: (message) => (isReported ? undefined : createUser(message)) }),
    }),
    adapter: (adapter) => ({
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
    }),
  };
};
