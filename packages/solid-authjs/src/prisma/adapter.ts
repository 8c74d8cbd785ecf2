// @auth/prisma-adapter, extended with hashed session tokens and times. Its faults are mended: missing rows, unknown
// columns, and addresses in two spellings.

import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from "@auth/core/adapters";
import { OAuthAccountNotLinked } from "@auth/core/errors";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { emailOrNull, normalizeEmail } from "../email.ts";
import type { Grant, SolidAuthAdapter } from "../types.ts";
import { type EndAccess, endNone, lockUser } from "./access.ts";
import { type AuthClient, clientOf, given, isUniqueViolation, type Tables, TRANSACTION } from "./client.ts";
import { verifyEmail } from "./email.ts";
import { addTo } from "./grant.ts";
import { type SessionOptions, sessionMethods } from "./sessions.ts";
import { signUpRow } from "./sweep.ts";

export interface PrismaAdapterOptions extends SessionOptions {
  /** The address that an account proves, as the database stores it, if its provider vouches for it. */
  verifiedEmail?: () => string | undefined;
  /** Ends access that your application has added to a user, at the first proof of the address. */
  endAccess?: EndAccess;
  /**
   * Your own columns of a new passkey's row, such as its name.
   *
   * @param aaguid the authenticator's model, if it named one
   */
  passkeyColumns?: (aaguid: string | undefined) => object | Promise<object>;
}

/**
 * @param prisma a connected client
 * @returns the adapter for `SolidAuthConfig.adapter`
 */
export function prismaAdapter(
  prisma: AuthClient,
  { verifiedEmail, endAccess = endNone, passkeyColumns, ...sessions }: PrismaAdapterOptions,
): SolidAuthAdapter {
  // The adapter's types expect the client of Prisma 6. At run time, it uses only methods that this client has.
  const base = PrismaAdapter(prisma as unknown as Parameters<typeof PrismaAdapter>[0]);
  const client = clientOf(prisma);

  return {
    ...base,
    ...sessionMethods(client, sessions),

    async createUser({ email, emailVerified, name, image }) {
      const data = { email: normalizeEmail(email), emailVerified, name, image };
      // A user with a proven address can sign in. Other new users get a sign-in method next, or the sweep deletes them.
      if (emailVerified) return client.user.create({ data });
      return client.$transaction(async (tx) => {
        const user = await tx.user.create({ data });
        await tx.usedChallenge.create({ data: signUpRow(user.id) });
        return user;
      }, TRANSACTION);
    },

    async getUserByEmail(email) {
      const address = emailOrNull(email);
      return address ? client.user.findUnique({ where: { email: address } }) : null;
    },

    async getUserByAccount({ provider, providerAccountId }) {
      const account = await client.account.findFirst({ where: given({ provider, providerAccountId }) });
      if (!account) return null;
      // One statement decides, because a proof may have deleted the account meanwhile. Without the id, SQLite reads
      // every user.
      const where = { id: account.userId, accounts: { some: { provider, providerAccountId } } };
      return client.user.findFirst({ where });
    },

    async updateUser({ id, email, emailVerified, name, image }) {
      given({ id });
      const address = email === undefined ? undefined : normalizeEmail(email);
      const data = { email: address, emailVerified, name, image };
      // Only the first proof of an address ends access, and most proofs are later proofs.
      const [verified] = emailVerified
        ? await client.user.updateManyAndReturn({ where: { id, emailVerified: { not: null } }, data })
        : [];
      if (verified) return verified;
      if (emailVerified) await client.$transaction((tx) => verifyEmail(tx, id, endAccess), TRANSACTION);
      const [user] = await client.user.updateManyAndReturn({ where: { id }, data });
      // The type does not allow a missing user. The integration layer fails closed on null.
      return (user ?? null) as AdapterUser;
    },

    async deleteUser(id, { user }: Grant = {}) {
      given({ id });
      // An owner who has verified the address meanwhile keeps the user.
      await client.user.deleteMany({ where: { id, emailVerified: user?.emailVerified === null ? null : undefined } });
    },

    async linkAccount({ userId, type, provider, providerAccountId }: AdapterAccount, grant) {
      const address = verifiedEmail?.();
      await addTo(client, grant, async (tx) => {
        if (!grant?.isNewUser) await refuseSecond(tx, userId, provider);
        // With `allowDangerousEmailAccountLinking`, the person who proves the address need not be the one who signed up
        // with it.
        if (address && grant?.isByAddress && grant.user?.email === address) await verifyEmail(tx, userId, endAccess);
        // The provider's tokens are left out: otherwise the database stores them in plain text.
        await tx.account.create({ data: { userId, type, provider, providerAccountId } });
        // If the user was not found by the address, no access is older than this proof: the user is signed in, or this
        // request has created them.
        if (address)
          await tx.user.updateMany({ where: { id: userId, email: address }, data: { emailVerified: new Date() } });
      });
    },

    async replaceVerificationToken({ identifier, token }, next) {
      // The identifiers come from the layer, which has normalised the address.
      const where = given({ identifier, token, expires: { gt: new Date() } });
      const found = await client.verificationToken.findFirst({ where });
      if (!found) return null;
      // One statement decides: of two concurrent requests, only one changes the row, and the other sees the new row.
      const { count } = next
        ? await client.verificationToken.updateMany({ where, data: next })
        : await client.verificationToken.deleteMany({ where });
      return count > 0 ? found : null;
    },

    async deleteVerificationTokens(identifier) {
      await client.verificationToken.deleteMany({ where: given({ identifier }) });
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
      const own = await passkeyColumns?.(grant?.aaguid);
      return addTo(client, grant, async (tx) => {
        await tx.account.create({ data: { userId, type, provider, providerAccountId } });
        return tx.authenticator.create({ data: { ...own, userId, providerAccountId, ...credential, transports } });
      });
    },

    async updateAuthenticatorCounter(credentialID, counter) {
      const data = { counter, lastUsedAt: new Date() };
      const [authenticator] = await client.authenticator.updateManyAndReturn({ where: given({ credentialID }), data });
      // The type does not allow a missing passkey. The integration layer fails closed on null.
      return (authenticator ?? null) as AdapterAuthenticator;
    },

    async useChallenge(id, expires) {
      try {
        await client.usedChallenge.create({ data: { id, expires } });
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },
  };
}

/**
 * The account page shows one account of a provider. A second one could be a stranger's, and stay unseen by the owner.
 *
 * @throws {OAuthAccountNotLinked} if the user already has an account of that provider
 */
async function refuseSecond(tx: Tables, userId: string, provider: string): Promise<void> {
  await lockUser(tx, userId);
  if ((await tx.account.count({ where: given({ userId, provider }) })) > 0)
    throw new OAuthAccountNotLinked("Another account of this provider is connected.");
}
