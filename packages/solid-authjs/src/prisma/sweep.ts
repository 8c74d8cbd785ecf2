// Deletes expired rows, and users whose sign-up was cut off.

import { setTimeout } from "node:timers/promises";
import { type AuthTables, type Tables, tablesOf } from "./client.ts";

/** How many rows a statement deletes: other requests may wait while it runs. */
const BATCH = 100;

/** The pause between two statements, for waiting requests. */
const PAUSE_MS = 20;

/** After this time, a sign-up counts as cut off. */
const SIGN_UP_MS = 60 * 60 * 1000;

/** Deletes at most `limit` expired rows of a table. `count` is how many rows it found. */
type DeleteSome = (limit: number) => Promise<{ count: number }>;

/**
 * @param now the time, in milliseconds since 1970
 * @param others deletes rows of your own tables
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
 * @param column a column with a time, and an index
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
    // With a lower and an upper limit, PostgreSQL uses the index. With only the upper limit, and many earlier rows,
    // each batch again reads the table from its beginning, past all rows that stay.
    const between = first && last && { where: { [column]: { gte: first, lte: last, lt: before } }, limit };
    // SQLite compares text, and another program may write a time in another format. The statement above can miss such
    // rows, and then the sweep finds the same rows for ever.
    if (between && (await rows.deleteMany(between)).count === 0)
      await rows.deleteMany({ where: { [column]: { lt: before } }, limit });
    // Another request may have deleted some of them meanwhile, so there may still be more.
    return { count: found.length };
  };
}

/** The timer does not keep a stopping process alive. */
const pause = () => setTimeout(PAUSE_MS, undefined, { ref: false });

/** The prefix of a sign-up's row among the used challenges, before the user's id. */
const SIGN_UP = "sign-up:";

/**
 * A sign-up that is cut off, for example by a power failure, leaves a user without a sign-in method, and the address
 * stays taken. Other users, such as imported ones, have no such row: the sweep does not delete them.
 *
 * @param userId the new user's id
 * @returns the row for the sweep, which checks the user once after that time
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
