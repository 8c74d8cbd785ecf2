// Deletes rows that have expired, and users whose sign-up was cut off.

import { setTimeout } from "node:timers/promises";
import { type AuthTables, type Tables, tablesOf } from "./client.ts";

/** Rows per statement: other requests may wait while it runs. */
const BATCH = 100;

/** Users per statement that looks for those without access. */
const USERS_BATCH = 500;

/** Between two statements, for the requests that wait. */
const PAUSE_MS = 20;

/** A sign-up is over by then. */
const SIGN_UP_MS = 60 * 60 * 1000;

/** Deletes expired rows of a table, as many as the limit at most. `count` is how many it found. */
type DeleteSome = (limit: number) => Promise<{ count: number }>;

/**
 * @param now in milliseconds since 1970
 * @param others for tables of your own
 */
export async function sweepExpired(prisma: AuthTables, now: number, others: DeleteSome[] = []): Promise<void> {
  const { session, verificationToken, usedChallenge, user } = tablesOf(prisma);
  const expired = [session, verificationToken, usedChallenge].map((table) => oldestOf(table, "expires", new Date(now)));
  const deletions: DeleteSome[] = [...expired, ...others];
  for (const deleteSome of deletions) while ((await deleteSome(BATCH)).count === BATCH) await pause();
  await deleteUsersWithoutAccess(user, now);
}

/**
 * Deletes the rows of a table that are older than a time, the oldest first.
 *
 * @param table of a generated client
 * @param column with a time, and an index
 * @param before rows of this time and later ones stay
 * @returns for the `others` of `sweepExpired`
 */
export function oldestOf(table: object, column: string, before: Date): DeleteSome {
  const rows = table as Pick<Tables["session"], "findMany" | "deleteMany">;
  return async (limit) => {
    const oldest = { where: { [column]: { lt: before } }, orderBy: { [column]: "asc" }, take: limit };
    const found = (await rows.findMany({ ...oldest, select: { [column]: true } })) as object[] as Record<
      string,
      Date
    >[];
    const [first, last] = [found.at(0)?.[column], found.at(-1)?.[column]];
    // Between two times, PostgreSQL takes the index. With the later one alone, and many rows before it, it reads the
    // table from its beginning, past all rows that stay, again with each batch.
    const between = first && last && { where: { [column]: { gte: first, lte: last, lt: before } }, limit };
    // SQLite compares text, in which another program may write the same time in another way. Such rows would be found
    // again for ever, and seem to have expired with a later time than those that have not.
    if (between && (await rows.deleteMany(between)).count === 0)
      await rows.deleteMany({ where: { [column]: { lt: before } }, limit });
    // Another request may have deleted some of them meanwhile: there may be more all the same.
    return { count: found.length };
  };
}

/** The timer does not keep a process alive that stops. */
const pause = () => setTimeout(PAUSE_MS, undefined, { ref: false });

/** No index finds them, so it looks at all users, in the order of their ids. */
async function deleteUsersWithoutAccess(users: Tables["user"], now: number): Promise<void> {
  const nextUsers = { orderBy: { id: "asc" }, take: USERS_BATCH, select: { id: true } };
  for (let after = ""; ; await pause()) {
    const last = (await users.findMany({ where: { id: { gt: after } }, ...nextUsers })).at(-1)?.id;
    if (last === undefined) return;
    await users.deleteMany({ where: { ...withoutAccess(now), id: { gt: after, lte: last } } });
    after = last;
  }
}

/** Users of a sign-up that was cut off, for example by a power failure, before it had stored how they sign in. */
function withoutAccess(now: number) {
  return {
    emailVerified: null,
    createdAt: { lt: new Date(now - SIGN_UP_MS) },
    accounts: { none: {} },
    authenticators: { none: {} },
    sessions: { none: {} },
  };
}
