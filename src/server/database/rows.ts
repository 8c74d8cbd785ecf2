// Rows of one model, read by a prepared statement: for pages that read much, where Prisma takes several times as long.

import "server-only";
import type { Field, Prepare } from "database-engines";
import { unlessUnavailable } from "./outage";

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

export function statementBy(prepare: Prepare): Statement {
  return <Row>(fields: Record<keyof Row, Field>, rest: string) => {
    const columns = Object.values<Field>(fields);
    const read = prepare(`SELECT ${columns.map(({ name }) => `"${name}"`).join(", ")} ${rest}`, columns);
    return async (...values) => (await unlessUnavailable(() => read(...values))).map((row) => named<Row>(columns, row));
  };
}

/** @param values of these columns, in this order */
export function named<Row>(columns: Field[], values: unknown[]): Row {
  return Object.fromEntries(columns.map(({ name }, index) => [name, values[index]])) as Row;
}
