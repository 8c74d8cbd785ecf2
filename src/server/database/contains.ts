// A search that finds the same on each engine: capitals and small letters alike.
// On SQLite, that is a to z.

import "server-only";
import { engines } from "~/server/engines";
import { env } from "~/server/env";

/**
 * ```ts
 * database.invoice.findMany({ where: { userId, customer: contains(plainText(search)) } });
 * ```
 *
 * @returns Prisma's filter for a field of text
 */
export function contains(text: string): { contains: string } {
  // To the database, "%" and a backslash are patterns, which each engine escapes in its own way. "_" is any letter.
  return { ...engines.aboutUrl(env().databaseUrl)?.searching, contains: text.replace(/[%\\]/g, "_") };
}
