// @auth/prisma-adapter, extended with hashed session tokens and times, and fixed where it fails: missing rows, unknown columns, and
// addresses in two spellings. Every method is safe to call on a missing row.

import "server-only";
import { hash } from "node:crypto";
import type { AdapterAccount, AdapterAuthenticator, AdapterSession, AdapterUser } from "@auth/core/adapters";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { getRequestEvent } from "solid-js/web";
import { emailOrNull, normalizeEmail, type SolidAuthAdapter } from "~/solid-auth";
import { namePasskey } from "../auth/device-names";
import type { FindSession } from "./engine";
import type { PrismaClient } from "./generated/client";

/** Of a user agent, which is only shown to its owner. In characters. */
const MAX_USER_AGENT_LENGTH = 400;

/** Per user. */
export const MAX_SESSIONS = 50;

/** The database stores only this hash, so a copy of it contains no usable session token. */
export function hashToken(sessionToken: string): string {
  return hash("sha256", sessionToken);
}

/**
 * @param prisma a connected client
 * @param findSession the look-up of a session in the same database
 * @returns the adapter for `SolidAuthConfig.adapter`
 */
export function createAdapter(prisma: PrismaClient, findSession: FindSession): SolidAuthAdapter {
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
      const where = { provider_providerAccountId: { provider, providerAccountId } };
      const account = await prisma.account.findUnique({ where, include: { user: true } });
      return account?.user ?? null;
    },

    async updateUser({ id, email, emailVerified, name, image }) {
      const address = email === undefined ? undefined : normalizeEmail(email);
      if (emailVerified) await dropUnprovenAccess(prisma, id);
      const data = { email: address, emailVerified, name, image };
      const [user] = await prisma.user.updateManyAndReturn({ where: { id }, data });
      // The type does not allow a missing user. The integration layer fails closed on null.
      return (user ?? null) as AdapterUser;
    },

    async deleteUser(id) {
      await prisma.user.deleteMany({ where: { id } });
    },

    async linkAccount({ userId, type, provider, providerAccountId }: AdapterAccount) {
      // The provider's tokens are left out. If `storeProviderTokens` is on, ../auth/provider-tokens.ts adds them encrypted.
      await prisma.account.create({ data: { userId, type, provider, providerAccountId } });
    },

    async unlinkAccount({ provider, providerAccountId }) {
      await prisma.account.deleteMany({ where: { provider, providerAccountId } });
    },

    async createSession({ sessionToken, userId, expires }) {
      const userAgent = getRequestEvent()?.request.headers.get("user-agent")?.slice(0, MAX_USER_AGENT_LENGTH);
      await prisma.session.create({ data: { sessionToken: hashToken(sessionToken), userId, expires, userAgent } });
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

    async createAuthenticator(
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
      details,
    ) {
      const credential = { credentialID, credentialPublicKey, counter, credentialDeviceType, credentialBackedUp };
      const name = await namePasskey(details?.aaguid, getRequestEvent()?.request.headers.get("user-agent"));
      return prisma.authenticator.create({ data: { userId, providerAccountId, ...credential, transports, name } });
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
 * The first proof of an address ends all access from before it. An attacker may have signed up with a victim's unproven address. The
 * attacker's session, passkey or connected account must not open the victim's account.
 */
async function dropUnprovenAccess(prisma: PrismaClient, userId: AdapterUser["id"]): Promise<void> {
  // Each deletion checks that the address is unproven: of two concurrent proofs, the later one must not end the first one's session.
  const unproven = { userId, user: { emailVerified: null } };
  await prisma.session.deleteMany({ where: unproven });
  await prisma.authenticator.deleteMany({ where: unproven });
  await prisma.account.deleteMany({ where: unproven });
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

/** Whether a row was not written because another row already has that value. */
export function isUniqueViolation(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "P2002";
}
