// All data stored about a user, for the user's download. It contains no token, hash or key: these are not personal
// data, and a lost file must not give access to the account.

import "server-only";
import { MAX_PASSKEYS, MAX_SECURITY_EVENTS } from "~/lib/limits";
import { describeDevice } from "~/server/devices";
import { MAX_SESSIONS } from "./adapter";
import { database } from "./client";

/**
 * How many connected accounts a download has at most. Older versions let a user connect several accounts of one
 * provider.
 */
const MAX_ACCOUNTS = 100;

/** @returns plain data, ready for JSON; null if the user does not exist */
export async function userData(userId: string) {
  const user = await database.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      name: true,
      email: true,
      emailVerified: true,
      image: true,
      createdAt: true,
      accounts: {
        take: MAX_ACCOUNTS,
        select: { type: true, provider: true, providerAccountId: true, label: true, scope: true },
      },
      authenticators: {
        take: MAX_PASSKEYS,
        select: {
          name: true,
          createdAt: true,
          lastUsedAt: true,
          credentialDeviceType: true,
          credentialBackedUp: true,
          aaguid: true,
        },
      },
      securityEvents: {
        take: MAX_SECURITY_EVENTS,
        orderBy: { createdAt: "desc" },
        select: { createdAt: true, event: true, provider: true, userAgent: true },
      },
      sessions: {
        take: MAX_SESSIONS,
        select: { createdAt: true, authenticatedAt: true, lastSeenAt: true, expires: true, userAgent: true },
      },
    },
  });
  if (!user) return null;
  const { accounts, authenticators, sessions, securityEvents, ...profile } = user;
  return {
    profile,
    accounts: accounts.filter(({ type }) => type !== "webauthn"),
    passkeys: authenticators,
    sessions: await Promise.all(sessions.map(withDeviceName)),
    activity: await Promise.all(securityEvents.map(withDeviceName)),
  };
}

async function withDeviceName<Row extends { userAgent: string | null }>(row: Row) {
  return { ...row, device: (await describeDevice(row.userAgent)).name };
}
