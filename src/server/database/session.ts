// The statement that reads a session with its user. Each page and each request of a signed-in visitor does this, so it
// is prepared once.

import "server-only";
import type { Field, Prepare } from "database-engines";
import type { PrismaClient, Session, User } from "./generated/client";
import { unlessUnavailable } from "./outage";
import { named } from "./rows";

/** @returns null if there is no such session */
export type FindSession = (tokenHash: string) => Promise<{ session: Session; user: User } | null>;

/** @param prisma knows the columns */
export function findSessionBy(prepare: Prepare, prisma: PrismaClient): FindSession {
  const session: Field[] = Object.values(prisma.session.fields);
  const user: Field[] = Object.values(prisma.user.fields);
  const columns = [...session.map(({ name }) => `s."${name}"`), ...user.map(({ name }) => `u."${name}"`)];
  // The inner query finds at most one row. As a plain join of the two tables, the same takes several times as long.
  const sql = `SELECT ${columns.join(", ")} FROM (SELECT * FROM "Session" WHERE "sessionToken" = ? LIMIT 1) AS s
    JOIN "User" AS u ON u."id" = s."userId"`;
  const read = prepare(sql, [...session, ...user]);
  return async (tokenHash) => {
    const [row] = await unlessUnavailable(() => read(tokenHash));
    return row ? { session: named<Session>(session, row), user: named<User>(user, row.slice(session.length)) } : null;
  };
}
