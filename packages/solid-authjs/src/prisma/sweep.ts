// Deletes rows that have expired, and users whose sign-up was cut off.

import { setTimeout } from "node:timers/promises";
import { type AuthTables, type Tables, tablesOf } from "./client.ts";

/** Rows per statement: other requests may wait while it runs. */
const BATCH = 100;

/** Between two statements, for the requests that wait. */
const PAUSE_MS = 20;

/** A sign-up is over after that time. */
const SIGN_UP_MS = 60 * 60 * 1000;

/** Deletes expired rows of a table, as many as the limit at most. `count` is how many it found. */
type DeleteSome = (limit: number) => Promise<{ count: number }>;

/**
 * @param now in milliseconds since 1970
 * @param others for tables of your own
 */
export async function sweepExpired(prisma: AuthTables, now: number, others: DeleteSome[] = []): Promise<void> {
  const tables = tablesOf(prisma);
  const before = new Date(now);
  const expired = [tables.session, tables.verificationToken].map((table) => oldestOf(table, "expires", before));
  for (const deleteSome of [...expired, challenges(tables, before), ...others])
    while ((await deleteSome(BATCH)).count === BATCH) await pause();
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

/** What the row of a sign-up is called among the used challenges, before the user's id. */
const SIGN_UP = "sign-up:";

/**
 * A sign-up that is cut off, for example by a power failure, leaves a user who can sign in in no way, and whose address
 * is taken. Users whom something else has made, such as an import, have no such row: the sweep leaves them alone.
 *
 * @param userId of a new user
 * @returns the row by which the sweep looks at the user once, when the sign-up is over
 */
export function signUpRow(userId: string): { id: string; expires: Date } {
  return { id: SIGN_UP + userId, expires: new Date(Date.now() + SIGN_UP_MS) };
}

/** Deletes used challenges, and the users of sign-ups that were cut off. */
function challenges({ user, usedChallenge }: Tables, before: Date): DeleteSome {
  return async (limit) => {
    const where = { expires: { lt: before } };
    const oldest = { where, orderBy: { expires: "asc" }, take: limit, select: { id: true } };
    const ids = (await usedChallenge.findMany(oldest)).map(({ id }) => id);
    const newUsers = ids.filter((id) => id.startsWith(SIGN_UP)).map((id) => id.slice(SIGN_UP.length));
    if (newUsers.length > 0) await user.deleteMany({ where: { ...WITHOUT_ACCESS, id: { in: newUsers } } });
    await usedChallenge.deleteMany({ where: { id: { in: ids } } });
    return { count: ids.length };
  };
}

const WITHOUT_ACCESS = {
  emailVerified: null,
  accounts: { none: {} },
  authenticators: { none: {} },
  sessions: { none: {} },
};
