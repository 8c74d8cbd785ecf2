// Problems of the database that are not faults of our code: it cannot be reached, it is full, or it does not fit the
// code.

import "server-only";
import { aboutEngines, aboutUrl } from "./engines.ts";

/** Error codes of the file system and the network. */
const SYSTEM_PROBLEM = /^E[A-Z]+$/;

/** TLS error codes: the certificate is for another host, or its issuer is not trusted. */
const TLS_PROBLEM = /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Prisma's codes. */
const UNAVAILABLE_CODES = /^(P1001|P1002|P1008|P1017|P2024|P2037)$/;

/** The names of connection errors in Prisma's adapters. */
const CONNECTION_KIND = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

/** A message of Prisma, whose code (P2028) stands for faults of our code too. */
const PRISMA_MESSAGE = "Transaction API error: Unable to start";

/** The common fields of errors of the drivers, of Prisma's adapters and of Prisma. */
export interface DatabaseError extends Error {
  code?: unknown;
  cause?: { originalCode?: unknown; kind?: string; code?: unknown };
  meta?: { driverAdapterError?: Error };
}

/**
 * @param error of a driver, or of Prisma
 * @returns whether it may work again without a change: the database is down or starting, full, or busy
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, meta, message }: DatabaseError = error as DatabaseError;
  const codes = [code, cause?.code, cause?.originalCode].map(String);
  return (
    codes.some(isUnavailableCode) ||
    CONNECTION_KIND.test(cause?.kind ?? "") ||
    isConnectionProblem(message) ||
    isUnavailable(meta?.driverAdapterError)
  );
}

/** @returns one sentence for the operator at the start; undefined for a fault of our code, which needs its stack */
export function databaseProblem(error: unknown, url: string): string | undefined {
  if (!(error instanceof Error)) return;
  const code = "code" in error ? String(error.code) : "";
  const isKnown =
    SYSTEM_PROBLEM.test(code) ||
    isUnavailableCode(code) ||
    TLS_PROBLEM.test(code) ||
    isConnectionProblem(error.message) ||
    aboutEngines.some(({ isAnswer }) => isAnswer?.(error)) ||
    error.name === "MigrationProblem";
  if (!isKnown) return;
  // A host with several addresses fails with an error that has only a code.
  const reason = error.message || code;
  return `The database ${aboutUrl(url)?.shownUrl(url)} cannot be used: ${reason}. DATABASE_URL says where it is.`;
}

function isUnavailableCode(code: string): boolean {
  return UNAVAILABLE_CODES.test(code) || aboutEngines.some(({ unavailable }) => unavailable.test(code));
}

function isConnectionProblem(message: string): boolean {
  const beginnings = [PRISMA_MESSAGE, ...aboutEngines.flatMap(({ unavailableMessages = [] }) => unavailableMessages)];
  return beginnings.some((beginning) => message.startsWith(beginning));
}
