// @auth/prisma-adapter, extended with hashed session tokens and times, and fixed where it fails: missing rows, unknown
// columns, and addresses in two spellings. Every method is safe to call on a missing row.

import "server-only";
import { hash } from "node:crypto";
import type { AdapterAccount, AdapterAuthenticator, AdapterSession, AdapterUser } from "@auth/core/adapters";
import { AccessDenied } from "@auth/core/errors";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { isUniqueViolation } from "database-engines";
import { emailOrNull, type Grant, normalizeEmail, type SolidAuthAdapter } from "solid-auth";
import { getRequestEvent } from "solid-js/web";
import { namePasskey } from "../auth/device-names";
import type { Prisma, PrismaClient } from "./generated/client";
import type { FindSession } from "./session";

/** The maximum length of a stored user agent, in characters. It is shown to its owner only. */
const MAX_USER_AGENT_LENGTH = 400;

/** Per user. */
export const MAX_SESSIONS = 50;

/** For a transaction to begin, and to end: others may hold the user's row. */
const TRANSACTION = { maxWait: 5_000, timeout: 5_000 };

/** The database stores only this hash, so a copy of it contains no usable session token. */
export function hashToken(sessionToken: string): string {
  return hash("sha256", sessionToken);
}

/**
 * @param prisma a connected client
 * @param findSession the look-up of a session in the same database
 * @param verifiedEmail the address that an account proves as it is stored, if its provider vouches for it
 * @returns the adapter for `SolidAuthConfig.adapter`
 */
export function createAdapter(
  prisma: PrismaClient,
  findSession: FindSession,
  verifiedEmail: () => string | undefined = () => undefined,
): SolidAuthAdapter {
  // The adapter's types expect the client of Prisma 6. At run time it uses only methods that this client has.
  const base = PrismaAdapter(prisma as unknown as Parameters<typeof PrismaAdapter>[0]);

  return {
    ...base,

    async createUser({ email, emailVerified, name, image }) {
      return prisma.user.create({ data: { email: normalizeEmail(email), emailVerified, name, image } });
    },

    async getUserByEmail(email) {
      const address = emailOrNull(email);
      return address ? prisma.user.findUnique({ where: { email: address } }) : null;
    },

    async getUserByAccount({ provider, providerAccountId }) {
      // One statement. Two could find an account that a proof then deletes, and the user in the state after it.
      return prisma.user.findFirst({ where: { accounts: { some: { provider, providerAccountId } } } });
    },

    async updateUser({ id, email, emailVerified, name, image }) {
      const address = email === undefined ? undefined : normalizeEmail(email);
      if (emailVerified) await prisma.$transaction((tx) => verifyEmail(tx, id), TRANSACTION);
      const data = { email: address, emailVerified, name, image };
      const [user] = await prisma.user.updateManyAndReturn({ where: { id }, data });
      // The type does not allow a missing user. The integration layer fails closed on null.
      return (user ?? null) as AdapterUser;
    },

    async deleteUser(id, { user }: Grant = {}) {
      // An owner who has verified the address meanwhile keeps the user.
      await prisma.user.deleteMany({ where: { id, emailVerified: user?.emailVerified === null ? null : undefined } });
    },

    async linkAccount({ userId, type, provider, providerAccountId }: AdapterAccount, grant) {
      const address = verifiedEmail();
      await addTo(prisma, grant, async (tx) => {
        // The provider's tokens are left out. If `storeProviderTokens` is on, ../auth/provider-tokens.ts adds them
        // encrypted.
        await tx.account.create({ data: { userId, type, provider, providerAccountId } });
        // No access is older than this proof: the user is signed in, or this request has created them.
        if (address)
          await tx.user.updateMany({ where: { id: userId, email: address }, data: { emailVerified: new Date() } });
      });
    },

    async unlinkAccount({ provider, providerAccountId }) {
      await prisma.account.deleteMany({ where: { provider, providerAccountId } });
    },

    async createSession({ sessionToken, userId, expires }, grant) {
      const userAgent = getRequestEvent()?.request.headers.get("user-agent")?.slice(0, MAX_USER_AGENT_LENGTH);
      const data = { sessionToken: hashToken(sessionToken), userId, expires, userAgent };
      if (isUnverified(grant)) await addTo(prisma, grant, (tx) => tx.session.create({ data }));
      else await prisma.session.create({ data });
      await endOldest(prisma, userId);
      return { sessionToken, userId, expires };
    },

    async getSessionAndUser(sessionToken) {
      const found = await findSession(hashToken(sessionToken));
      if (!found) return null;
      const { session, user } = found;
      if (session.expires.valueOf() <= Date.now()) {
        // Core checks the expiry in some places only. An expired session could still link accounts and add passkeys.
        await prisma.session.deleteMany({ where: { id: session.id } });
        return null;
      }
      return { user, session: { ...session, sessionToken } };
    },

    async updateSession({ sessionToken, expires }: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">) {
      const where = { sessionToken: hashToken(sessionToken) };
      const data = { expires, lastSeenAt: new Date() };
      const [session] = await prisma.session.updateManyAndReturn({ where, data });
      return session ? { ...session, sessionToken } : null;
    },

    async deleteSession(sessionToken) {
      const where = { sessionToken: hashToken(sessionToken) };
      const session = await prisma.session.findUnique({ where });
      const { count } = await prisma.session.deleteMany({ where });
      // Of two concurrent deletions, only one reports the session.
      return session && count > 0 ? { ...session, sessionToken } : null;
    },

    async rotateSession(sessionToken, newSessionToken) {
      const data = { sessionToken: hashToken(newSessionToken) };
      const { count } = await prisma.session.updateMany({ where: { sessionToken: hashToken(sessionToken) }, data });
      return count > 0;
    },

    async createVerificationToken({ identifier, token, expires }) {
      return prisma.verificationToken.create({ data: { identifier: normalizeEmail(identifier), token, expires } });
    },

    async useVerificationToken({ identifier, token }) {
      // One statement reads and deletes the token, so of two concurrent requests only one gets it.
      const address = emailOrNull(identifier);
      return (address && (await base.useVerificationToken?.({ identifier: address, token }))) || null;
    },

    async addPasskey(
      { type, provider },
      {
        userId,
        credentialID,
        providerAccountId,
        credentialPublicKey,
        counter,
        credentialDeviceType,
        credentialBackedUp,
        transports,
      },
      grant,
    ) {
      const credential = { credentialID, credentialPublicKey, counter, credentialDeviceType, credentialBackedUp };
      const name = await namePasskey(grant?.aaguid, getRequestEvent()?.request.headers.get("user-agent"));
      return addTo(prisma, grant, async (tx) => {
        await tx.account.create({ data: { userId, type, provider, providerAccountId } });
        return tx.authenticator.create({
          data: { userId, providerAccountId, ...credential, transports, name, aaguid: grant?.aaguid },
        });
      });
    },

    async updateAuthenticatorCounter(credentialID, counter) {
      const data = { counter, lastUsedAt: new Date() };
      const [authenticator] = await prisma.authenticator.updateManyAndReturn({ where: { credentialID }, data });
      // The type does not allow a missing passkey. The integration layer fails closed on null.
      return (authenticator ?? null) as AdapterAuthenticator;
    },

    async useChallenge(id, expires) {
      try {
        await prisma.usedChallenge.create({ data: { id, expires } });
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },
  };
}

/**
 * Records the first proof of a user's address, which ends all access from before it. An attacker may have signed up
 * with a victim's unverified address. The attacker's session, passkey or connected account must not open the victim's
 * account.
 *
 * @param tx a transaction: no kill can leave one without the other
 * @returns false if the address is verified already, and nothing was changed
 */
export async function verifyEmail(tx: Prisma.TransactionClient, userId: string): Promise<boolean> {
  // The update locks the row. Of two concurrent proofs, the later one must not end the first one's session.
  const where = { id: userId, emailVerified: null };
  const { count } = await tx.user.updateMany({ where, data: { emailVerified: new Date() } });
  if (count === 0) return false;
  await tx.session.deleteMany({ where: { userId } });
  await tx.authenticator.deleteMany({ where: { userId } });
  await tx.account.deleteMany({ where: { userId } });
  return true;
}

/**
 * Adds access to a user, in one transaction. For one whose address was unverified when the request found them, it holds
 * the user's row: either the owner's proof comes later and ends this access too, or it came first and nothing is added.
 *
 * @throws {AccessDenied} if the address was verified since
 */
function addTo<T>(
  prisma: PrismaClient,
  grant: Grant | undefined,
  add: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  return prisma.$transaction(async (tx) => {
    if (isUnverified(grant)) {
      const { id } = grant.user;
      const { count } = await tx.user.updateMany({ where: { id, emailVerified: null }, data: { id } });
      if (count === 0) throw new AccessDenied("The address was verified since the user was found.");
    }
    return add(tx);
  }, TRANSACTION);
}

function isUnverified(grant: Grant | undefined): grant is Grant & { user: AdapterUser } {
  return grant?.user?.emailVerified === null;
}

/** Keeps only the newest sessions, because the account page lists them all. */
async function endOldest(prisma: PrismaClient, userId: string): Promise<void> {
  const beyond = {
    where: { userId },
    orderBy: { createdAt: "desc" },
    skip: MAX_SESSIONS,
    select: { id: true },
  } as const;
  const ids = (await prisma.session.findMany(beyond)).map(({ id }) => id);
  if (ids.length > 0) await prisma.session.deleteMany({ where: { id: { in: ids } } });
}
