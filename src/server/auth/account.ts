// The data about the user for the account page and the welcome page.

import "server-only";
import { userHandleOf } from "solid-authjs";
import { hashToken } from "solid-authjs/prisma";
import { MAX_PASSKEYS, MAX_SECURITY_EVENTS } from "~/lib/limits";
import { MAX_SESSIONS } from "~/server/database/adapter";
import { database } from "~/server/database/client";
import { describeDevice, logoOf } from "~/server/devices";
import { env } from "~/server/env";
import { requestContext, type User } from "~/server/http/request-context";
import appConfig from "../../../app.config";
import { isOffered } from "./sign-in-method";
import { findMethod, providerMethods } from "./sign-in-methods";
import { configuredMethods } from "./user-methods";

export type AccountDetails = Awaited<ReturnType<typeof loadAccount>>;

/** The data of the account page: the user's sign-in methods, sessions and activity. Times are ISO 8601. */
export async function loadAccount(user: User) {
  const [methods, sessions, activity] = await Promise.all([
    listMethods(user),
    listSessions(user.id),
    listEvents(user.id),
  ]);
  /** Whether mail can be sent, and so the address can be changed. */
  const isMailOn = env().email !== undefined;
  return { methods, sessions, activity, isMailOn };
}

/** The user's sign-in methods, and the methods that they can add. */
async function listMethods({ id: userId, emailVerified }: User) {
  const [accounts, passkeys] = await Promise.all([
    database.account.findMany({ where: { userId } }),
    database.authenticator.findMany({ where: { userId }, orderBy: { createdAt: "asc" }, take: MAX_PASSKEYS }),
  ]);
  const count = configuredMethods(emailVerified, passkeys.length, accounts).length;
  const hasPasskeys = findMethod("passkey") !== undefined;
  return {
    hasEmail: findMethod("email") !== undefined,
    providers: providerMethods.filter(isOffered).map(({ id, name, icon }) => {
      const own = accounts.find(({ provider }) => provider === id);
      // The label is the account's name at the provider, if known.
      return { id, name, icon, isConnected: own !== undefined, label: own?.label ?? null };
    }),
    /** Whether a provider can be disconnected. */
    isRemovable: count > 1,
    /** Whether a passkey can be removed. A passkey signs no user in if the application no longer has passkeys. */
    isPasskeyRemovable: count > (hasPasskeys ? 1 : 0),
    /**
     * The data for password managers: the handle and the ids of the user's passkeys, in base64url. Null if the list may
     * be incomplete.
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

/** The user's sessions, the current one first; null with "jwt", which stores no sessions. */
async function listSessions(userId: string) {
  if (appConfig.session.strategy !== "database") return null;
  const current = await currentTokenHash();
  const oldest = new Date(Date.now() - appConfig.session.absoluteMaxAge * 1000);
  const now = new Date();
  const where = { userId };
  const sessions = await database.session.findMany({ where, orderBy: { lastSeenAt: "desc" }, take: MAX_SESSIONS });
  const valid = sessions.filter(({ expires, authenticatedAt }) => expires > now && authenticatedAt > oldest);
  const summaries = valid.map(async ({ id, sessionToken, userAgent, deviceKey, createdAt, lastSeenAt }) => ({
    id,
    device: await describeDevice(userAgent),
    isCurrent: sessionToken === current,
    isBound: deviceKey !== null,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
  return (await Promise.all(summaries)).sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** The newest first. */
async function listEvents(userId: string) {
  const events = await database.securityEvent.findMany({
    where: { userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_SECURITY_EVENTS,
  });
  const summaries = events.map(async ({ id, event, provider, userAgent, createdAt }) => ({
    id,
    event,
    method: provider && (findMethod(provider)?.name ?? provider),
    device: await describeDevice(userAgent),
    at: createdAt.toISOString(),
  }));
  return Promise.all(summaries);
}

export async function currentTokenHash(): Promise<string> {
  return hashToken((await requestContext().session())?.token ?? "");
}
