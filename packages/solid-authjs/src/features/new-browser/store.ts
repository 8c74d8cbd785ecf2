// Which browsers a user has signed in with, and the owner's word that a sign-in was not theirs.
//
// A cookie of the browser names its users by hashes that only the secret can make. So the database lists no browsers,
// and the cookie is the same in all browsers of a user: it follows no one. A report changes the hashes of its user.

import { createHmac, timingSafeEqual } from "node:crypto";
import { type EndAccess, endNone, endPending } from "../../prisma/access.ts";
import { type AuthClient, clientOf, isUniqueViolation, TRANSACTION } from "../../prisma/client.ts";
import { sha256 } from "../../sha256.ts";

/** Users of one browser that its cookie names. With one more, the oldest is left out. */
const MAX_USERS = 5;

/** 128 bits, in base64url. */
const HASH_LENGTH = 22;

/**
 * @param secrets newest first. The newest makes the hashes, and every one checks them
 * @param endAccess ends what your application has added to a user's access, when the owner reports a sign-in
 */
export function knownBrowsers(prisma: AuthClient, secrets: string[], endAccess: EndAccess = endNone) {
  const hashesOf = (text: string) =>
    secrets.map((secret) => createHmac("sha256", secret).update(text).digest("base64url").slice(0, HASH_LENGTH));
  return {
    /**
     * @param cookie as the browser sent it
     * @returns whether the user has signed in with this browser, and the cookie's value once they have
     */
    recognize(cookie: string | undefined, user: { id: string; browserEpoch?: number }) {
      const hashes = hashesOf(`known browser of ${user.id}, ${user.browserEpoch}`);
      const named = (cookie ?? "").split(".").filter(({ length }) => length === HASH_LENGTH);
      const others = named.filter((each) => !isOneOf(hashes, each));
      return {
        isKnown: others.length < named.length,
        cookie: [hashes[0], ...others].slice(0, MAX_USERS).join("."),
      };
    },

    /**
     * @param began a time before the session was created: sessions that begin later end with it
     * @returns the token with which the owner reports the sign-in that began a session. It grants nothing else
     */
    reportToken(userId: string, sessionId: string, expires: Date, began = new Date()): string {
      const claim = `${userId}.${sessionId}.${began.valueOf()}.${expires.valueOf()}`;
      return `${claim}.${hashesOf(`report of ${claim}`)[0]}`;
    },

    /**
     * Ends the session and those that began later, because another sign-in replaces a session, with what they may have
     * left behind: changes of address, links, and what the application has added. Every browser then counts as new. A
     * token works once.
     *
     * @returns the user's id; null for a token that is spent, expired or forged
     */
    async reportSignIn(token: string): Promise<string | null> {
      const parts = token.split(".");
      const [sessionId, began, time, signature = ""] = parts.splice(-4);
      // An imported user's id may have dots.
      const userId = parts.join(".");
      const claim = `report of ${userId}.${sessionId}.${began}.${time}`;
      const expires = new Date(Number(time));
      if (!isOneOf(hashesOf(claim), signature) || expires < new Date()) return null;
      const client = clientOf(prisma);
      try {
        await client.$transaction(async (tx) => {
          await tx.usedChallenge.create({ data: { id: sha256(claim), expires } });
          const data = { browserEpoch: { increment: 1 } };
          const [user] = await tx.user.updateManyAndReturn({ where: { id: userId }, data });
          if (!user) return;
          const isLater = { createdAt: { gt: new Date(Number(began)) } };
          await tx.session.deleteMany({ where: { userId, OR: [{ id: sessionId }, isLater] } });
          await endPending(tx, user);
          await endAccess(tx, userId, { methods: false });
        }, TRANSACTION);
      } catch (error) {
        if (isUniqueViolation(error)) return null;
        throw error;
      }
      return userId;
    },
  };
}

/** Each wrong value takes the same time. */
function isOneOf(hashes: string[], value: string): boolean {
  const bytes = Buffer.from(value);
  return hashes.some((each) => bytes.length === each.length && timingSafeEqual(Buffer.from(each), bytes));
}
