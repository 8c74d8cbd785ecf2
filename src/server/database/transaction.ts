// Transactions of the application.

import "server-only";
import { lockUser, TRANSACTION } from "solid-authjs/prisma";
import { database } from "./client";
import type { Prisma } from "./generated/client";

/**
 * Runs a transaction that waits for the user's other transactions: its counts stay right until its end, even if a
 * client sends many requests at once.
 *
 * ```ts
 * return inTurn(userId, async (tx) => {
 *   if ((await tx.invoice.count({ where: { userId } })) >= MAX_INVOICES) return refused(texts.full, form);
 *   await tx.invoice.create({ data: { userId, customer } });
 * });
 * ```
 *
 * @returns what `body` returns
 */
export function inTurn<T>(userId: string, body: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  return database.$transaction(async (tx) => {
    await lockUser(tx, userId);
    return body(tx);
  }, TRANSACTION);
}
