// Rows of one model, read by a prepared statement: for pages with many rows. Prisma takes several times as long for
// these.

import type { Field, Prepare } from "./types.ts";

/**
 * ```ts
 * const find = statement<Session>(database.session.fields, `FROM "Session" WHERE "userId" = ?`);
 * const sessions = await find(userId);
 * ```
 */
export type Statement = <Row>(
  fields: Record<keyof Row, Field>,
  rest: string,
) => (...values: (string | number)[]) => Promise<Row[]>;

/** @param prepare the connection's function that makes a prepared statement */
export function statementBy(prepare: Prepare): Statement {
  return <Row>(fields: Record<keyof Row, Field>, rest: string) => {
    const columns = Object.values<Field>(fields);
    const read = prepare(`SELECT ${columns.map(({ name }) => `"${name}"`).join(", ")} ${rest}`, columns);
    const named = (values: unknown[]) => Object.fromEntries(columns.map(({ name }, index) => [name, values[index]]));
    return async (...values) => (await read(...values)).map((row) => named(row) as Row);
  };
}
