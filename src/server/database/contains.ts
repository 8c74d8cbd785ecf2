// A search with the same results on each engine: it ignores capitals.
// On SQLite, it does so for the letters a to z.

import "server-only";
import { engines } from "~/server/engines";
import { env } from "~/server/env";

/**
 * In the text, "%", "_" and a backslash each stand for any one letter.
 *
 * ```ts
 * database.invoice.findMany({ where: { userId, customer: contains(plainText(search)) } });
 * ```
 *
 * @returns Prisma's filter for a field of text
 */
export function contains(text: string): { contains: string } {
  // For the database, "%" and a backslash have a special meaning, and Prisma has no way to escape them on SQLite. "_"
  // matches any letter.
  return { ...engines.aboutUrl(env().databaseUrl)?.searching, contains: text.replace(/[%\\]/g, "_") };
}
