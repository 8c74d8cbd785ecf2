// The adapter's methods for sessions. The database has only the hash of a session's token.

import type { AdapterSession } from "@auth/core/adapters";
import type { SolidAuthAdapter } from "../types.ts";
import { type Client, given, type Tables } from "./client.ts";
import { type FindSession, hashToken } from "./find-session.ts";
import { addTo, isUnverified, refuseGone } from "./grant.ts";

export interface SessionOptions {
  /** The look-up of a session in the same database. */
  findSession: FindSession;
  /** How many sessions a user has at most. A further session ends the oldest. */
  maxSessions: number;
  /** Your own columns of a new session's row, such as the user agent. */
  sessionColumns?: () => object | Promise<object>;
}

type SessionMethods = Pick<
  SolidAuthAdapter,
  | "createSession"
  | "getSessionAndUser"
  | "updateSession"
  | "deleteSession"
  | "rotateSession"
  | "bindSession"
  | "sessionKey"
>;

export function sessionMethods(
  client: Client,
  { findSession, maxSessions, sessionColumns }: SessionOptions,
): SessionMethods {
  return {
    async createSession({ sessionToken, userId, expires }, grant) {
      const inPerson = grant?.inPerson === true;
      const own = await sessionColumns?.();
      const data = { ...own, sessionToken: hashToken(sessionToken), userId, expires, inPerson };
      const add = (tx: Tables) => tx.session.create({ data });
      const { id } = isUnverified(grant) ? await addTo(client, grant, add) : await add(client).catch(refuseGone);
      // If this request has created the user, they have no other sessions.
      if (!grant?.isNewUser) await endOldest(client, userId, maxSessions);
      return { id, sessionToken, userId, expires };
    },

    async getSessionAndUser(sessionToken) {
      const found = await findSession(hashToken(sessionToken));
      if (!found) return null;
      const { session, user } = found;
      if (session.expires.valueOf() <= Date.now()) {
        // Core checks the end of a session in some places only. An expired session could still link accounts and add
        // passkeys.
        await client.session.deleteMany({ where: { sessionToken: hashToken(sessionToken) } });
        return null;
      }
      return { user, session: { ...session, sessionToken } };
    },

    async updateSession({ sessionToken, expires }: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">) {
      const where = { sessionToken: hashToken(sessionToken) };
      const data = { expires, lastSeenAt: new Date() };
      const [session] = await client.session.updateManyAndReturn({ where, data });
      return session ? { ...session, sessionToken } : null;
    },

    async deleteSession(sessionToken) {
      const where = { sessionToken: hashToken(sessionToken) };
      const session = await client.session.findUnique({ where });
      const { count } = await client.session.deleteMany({ where });
      // Of two concurrent deletions, only one reports the session.
      return session && count > 0 ? { ...session, sessionToken } : null;
    },

    async rotateSession(sessionToken, newSessionToken) {
      const data = { sessionToken: hashToken(newSessionToken) };
      const { count } = await client.session.updateMany({ where: { sessionToken: hashToken(sessionToken) }, data });
      return count > 0;
    },

    async bindSession(id, key) {
      const where = given({ id, deviceKey: null });
      return (await client.session.updateMany({ where, data: { deviceKey: key } })).count > 0;
    },

    async sessionKey(id) {
      return (await client.session.findUnique({ where: { id } }))?.deviceKey;
    },
  };
}

/** Keeps only the newest sessions. */
async function endOldest(client: Client, userId: string, maxSessions: number): Promise<void> {
  const beyond = { where: { userId }, orderBy: { createdAt: "desc" }, skip: maxSessions, select: { id: true } };
  const ids = (await client.session.findMany(beyond)).map(({ id }) => id);
  if (ids.length > 0) await client.session.deleteMany({ where: { id: { in: ids } } });
}
