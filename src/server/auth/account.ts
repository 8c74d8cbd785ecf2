// What the account page and the welcome page ask the database about the user.

import "server-only";
import { userHandleOf } from "solid-auth";
import { MAX_PASSKEYS } from "~/lib/limits";
import appConfig from "../../../app.config";
import { hashToken, MAX_SESSIONS } from "../database/adapter";
import { database } from "../database/client";
import { requestContext } from "../http/request-context";
import { describeDevice, logoOf } from "./device-names";
import { findMethod, isOffered, providerMethods } from "./sign-in-methods";
import { countMethods } from "./user-methods";

/** The user's sign-in methods and sessions. Times are ISO 8601. */
export async function loadAccount(userId: string) {
  const [methods, sessions] = await Promise.all([listMethods(userId), listSessions(userId)]);
  return { methods, sessions };
}

/** The user's sign-in methods, and those they can add. */
async function listMethods(userId: string) {
  const [accounts, passkeys, count] = await Promise.all([
    database.account.findMany({
      where: { userId, provider: { in: providerMethods.map(({ id }) => id) } },
      select: { provider: true, label: true },
      distinct: "provider",
    }),
    database.authenticator.findMany({ where: { userId }, orderBy: { createdAt: "asc" }, take: MAX_PASSKEYS }),
    countMethods(userId),
  ]);
  return {
    hasEmail: findMethod("email") !== undefined,
    hasPasskeys: findMethod("passkey") !== undefined,
    providers: providerMethods.filter(isOffered).map(({ id, name, icon }) => {
      const account = accounts.find(({ provider }) => provider === id);
      // The label is the account's name at the provider, if known.
      return { id, name, icon, isConnected: account !== undefined, label: account?.label ?? null };
    }),
    /** Whether one of them can be removed. */
    isRemovable: count > 1,
    /**
     * For password managers: the handle and the ids of the user's passkeys, in base64url. None if the list may be cut.
     */
    signals:
      passkeys.length < MAX_PASSKEYS
        ? { userHandle: toBase64Url(await userHandleOf(userId)), credentialIds: passkeys.map(credentialIdOf) }
        : null,
    passkeys: passkeys.map(({ credentialID, name, aaguid, credentialBackedUp, createdAt, lastUsedAt }) => ({
      id: credentialID,
      name: name ?? "Passkey",
      logo: logoOf(aaguid),
      isSynced: credentialBackedUp,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  };
}

const toBase64Url = (text: string) => Buffer.from(text).toString("base64url");

/** The adapter stores ids in base64, and browsers have them in base64url. */
const credentialIdOf = ({ credentialID }: { credentialID: string }) =>
  Buffer.from(credentialID, "base64").toString("base64url");

/** The user's sessions, the current one first; null with "jwt", which stores none. */
async function listSessions(userId: string) {
  if (appConfig.session.strategy !== "database") return null;
  const current = await currentTokenHash();
  const oldest = new Date(Date.now() - appConfig.session.absoluteMaxAge * 1000);
  const sessions = await database.session.findMany({
    where: { userId, expires: { gt: new Date() }, authenticatedAt: { gt: oldest } },
    orderBy: { lastSeenAt: "desc" },
    take: MAX_SESSIONS,
  });
  const summaries = sessions.map(async ({ id, sessionToken, userAgent, createdAt, lastSeenAt }) => ({
    id,
    device: await describeDevice(userAgent),
    isCurrent: sessionToken === current,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
  return (await Promise.all(summaries)).sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

export async function currentTokenHash(): Promise<string> {
  return hashToken((await requestContext().session())?.token ?? "");
}

/** The welcome page is shown in the first minutes of an account. */
const NEW_FOR_MS = 15 * 60 * 1000;

export async function isNewUser(id: string): Promise<boolean> {
  const found = await database.user.findUnique({ where: { id }, select: { createdAt: true } });
  return found !== null && Date.now() - found.createdAt.valueOf() < NEW_FOR_MS;
}
