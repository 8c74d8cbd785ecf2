// The profile that an OAuth provider sends.
//
// Threat: core lowercases the address in it, which turns the Kelvin sign into a "k". A provider that verified the one
// mailbox would seem to have verified the other. So the provider's spelling is kept.

import type { Profile } from "@auth/core/types";

type ReadProfile = (...args: unknown[]) => Promise<{ id?: unknown; email?: unknown } | undefined>;

const spellings = new WeakMap<object, unknown>();

/**
 * @param read the provider's `profile`
 * @returns the same, for core. A numeric id becomes text: many APIs number users, and the adapter's column is text
 */
export function checkedProfile(read: ReadProfile): ReadProfile {
  return async (...args) => {
    const user = await read(...args);
    const [profile] = args;
    if (typeof profile === "object" && profile !== null) spellings.set(profile, user?.email);
    return typeof user?.id === "number" ? { ...user, id: String(user.id) } : user;
  };
}

/**
 * The address in a profile as the provider spells it. `isOwnSpelling` says whether it proves the normalised address.
 *
 * @param profile as the `signIn` callback and the `signIn` event get it
 */
export function emailIn(profile: Profile | undefined): unknown {
  // A provider without its own `profile` has core's, which reads this field.
  return profile && spellings.has(profile) ? spellings.get(profile) : profile?.email;
}
