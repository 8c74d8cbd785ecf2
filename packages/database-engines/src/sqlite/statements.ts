// Prepared statements on SQLite. They use a separate connection, which never sees another request's open transaction.

import Database from "better-sqlite3";
import type { Prepare } from "../types.ts";
import { whenUnlocked } from "./file.ts";

/** Read the stored form of types that SQLite lacks, by Prisma's name of the type. */
const TYPES: Record<string, (stored: unknown) => unknown> = {
  DateTime: timeOf,
  Boolean: (bit) => bit === 1,
  BigInt: (integer) => BigInt(Number(integer)),
  Json: (text) => JSON.parse(String(text)),
};

/** Rows from another program, or from an older Prisma, have milliseconds, or a UTC time without a zone. */
export function timeOf(stored: unknown): Date {
  if (typeof stored === "number" || typeof stored === "bigint") return new Date(Number(stored));
  const text = String(stored);
  return new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(" ", "T")}Z`);
}

/**
 * @param file the path of the SQLite file; the first read opens it
 * @param checkFile throws if another file is there
 * @param newDeadline gives the time until which a statement that begins now waits for another process
 */
export function statementsIn(
  file: string,
  checkFile: () => void,
  newDeadline: () => number,
): { prepare: Prepare; close: () => void } {
  let connection: Database.Database | undefined;
  return {
    prepare(sql, columns) {
      const conversions = columns.map(({ typeName }) => TYPES[typeName]);
      let statement: Database.Statement<(string | number)[], unknown[]> | undefined;
      return async (...values) => {
        checkFile();
        const rows = await whenUnlocked(() => {
          connection ??= new Database(file, { readonly: true, timeout: 0 });
          statement ??= connection.prepare<(string | number)[], unknown[]>(sql).raw();
          return statement.all(...values);
        }, newDeadline());
        const converted = (stored: unknown, index: number) => {
          const convert = conversions[index];
          return convert && stored !== null ? convert(stored) : stored;
        };
        return rows.map((row) => row.map(converted));
      };
    },
    close: () => void connection?.close(),
  };
}
