// Knows with which browsers a user has signed in, and takes the owner's report that a sign-in was not theirs.
//
// A cookie of the browser names its users by hashes that only the secret can make. So the database lists no browsers.
// The hash of a user is the same in all their browsers, so it does not identify a browser. A report changes the hashes
// of its user.

import { createHmac, timingSafeEqual } from "node:crypto";
import { type EndAccess, endNone, endPending } from "../../prisma/access.ts";
import { type AuthClient, clientOf, isUniqueViolation, TRANSACTION } from "../../prisma/client.ts";
import { sha256 } from "../../sha256.ts";

/** How many users of one browser its cookie names. With one more user, the oldest is removed. */
const MAX_USERS = 5;

/** 128 bits, in base64url. */
const HASH_LENGTH = 22;

/**
 * @param secrets newest first. The newest secret makes the hashes, and every secret checks them
 * @param endAccess ends access that your application has added, when the owner reports a sign-in
 */
export function knownBrowsers(prisma: AuthClient, secrets: string[], endAccess: EndAccess = endNone) {
  const hashesOf = (text: string) =>
    secrets.map((secret) => createHmac("sha256", secret).update(text).digest("base64url").slice(0, HASH_LENGTH));
  return {
    /**
     * @param cookie the value that the browser sent
     * @returns whether the user has signed in with this browser, and the new value of the cookie
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
     * @param began a time before the session was created: the report also ends sessions that begin later
     * @returns the token with which the owner reports the sign-in that began a session. The token grants nothing else
     */
    reportToken(userId: string, sessionId: string, expires: Date, began = new Date()): string {
      const claim = `${userId}.${sessionId}.${began.valueOf()}.${expires.valueOf()}`;
      return `${claim}.${hashesOf(`report of ${claim}`)[0]}`;
    },

    /**
     * Ends the session and all later ones, because another sign-in replaces a session. It also ends the access that
     * these sessions may have added: changes of address, links, and access that the application has added. Every
     * browser then counts as new. A token works once.
     *
     * @returns the user's id; null for a spent, expired or forged token
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
          if ((await tx.user.updateMany({ where: { id: userId }, data })).count === 0) return;
          const isLater = { createdAt: { gt: new Date(Number(began)) } };
          await tx.session.deleteMany({ where: { userId, OR: [{ id: sessionId }, isLater] } });
          await endPending(tx, userId);
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

/** The check takes the same time for each wrong value. */
function isOneOf(hashes: string[], value: string): boolean {
  const bytes = Buffer.from(value);
  return hashes.some((each) => bytes.length === each.length && timingSafeEqual(Buffer.from(each), bytes));
}
