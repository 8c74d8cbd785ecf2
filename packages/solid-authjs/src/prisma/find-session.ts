// The statement that reads a session with its user. Each page and each request of a signed-in visitor runs it. Prisma
// takes several times as long as a prepared statement.

import type { AdapterUser } from "@auth/core/adapters";
import { sha256 } from "../sha256.ts";
import type { AuthTables, StoredSession } from "./client.ts";

/** The database stores only this hash, so a copy of the database contains no usable session token. */
export function hashToken(sessionToken: string): string {
  return sha256(sessionToken);
}

/** @returns null if there is no such session */
export type FindSession = (tokenHash: string) => Promise<{ session: StoredSession; user: AdapterUser } | null>;

/** From a client's `model.fields`. */
interface Field {
  name: string;
  typeName: string;
}

/**
 * Prepares a statement.
 *
 * @param sql with `?` for each value
 * @param columns the fields of Prisma's models for these columns, in this order
 * @returns a function that reads the rows, with values as Prisma returns them
 */
type Prepare = (sql: string, columns: Field[]) => (...values: string[]) => Promise<unknown[][]>;

/**
 * @param prisma knows the columns
 * @param prepare for example the function of the database's driver
 */
export function findSessionBy(prisma: AuthTables, prepare: Prepare): FindSession {
  const session = fieldsOf(prisma.session);
  const user = fieldsOf(prisma.user);
  const columns = [...session.map(({ name }) => `s."${name}"`), ...user.map(({ name }) => `u."${name}"`)];
  // The inner query finds at most one row. A plain join of the two tables takes several times as long.
  const sql = `SELECT ${columns.join(", ")} FROM (SELECT * FROM "Session" WHERE "sessionToken" = ? LIMIT 1) AS s
    JOIN "User" AS u ON u."id" = s."userId"`;
  const read = prepare(sql, [...session, ...user]);
  return async (tokenHash) => {
    const [row] = await read(tokenHash);
    if (!row) return null;
    return {
      session: named<StoredSession>(session, row),
      user: named<AdapterUser>(user, row.slice(session.length)),
    };
  };
}

const fieldsOf = (table: object) => Object.values((table as { fields: Record<string, Field> }).fields);

/** @param values the values of these columns, in this order */
function named<Row>(columns: Field[], values: unknown[]): Row {
  return Object.fromEntries(columns.map(({ name }, index) => [name, values[index]])) as Row;
}
