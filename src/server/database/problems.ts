// Problems of the database that are not faults of our code: it cannot be reached, it is full, or it does not fit the
// code.

import "server-only";

/** Error codes of the file system, the network and SQLite. */
const SYSTEM_PROBLEM = /^(E[A-Z]+|SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY)\w*)$/;

/** TLS error codes: the certificate is for another host, or its issuer is not trusted. */
const TLS_PROBLEM = /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/**
 * Of PostgreSQL: it starts or stops, has become a replica, which is read-only (25006), has ended a transaction (25P02
 * to 25P04) or given up on a lock (55P03), has no room for connections, memory or disk, cannot read its disk
 * (58030), a statement took too long; and of Prisma.
 */
const UNAVAILABLE = /^(57P0\d|57014|08\w{3}|25006|25P0[2-4]|53\w{3}|55P03|58030|P1001|P1002|P1008|P1017|P2024|P2037)$/;

/** The names of connection errors in Prisma's adapters. */
const CONNECTION_KIND = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

/** Messages of pg, whose errors have no code, and of Prisma, whose code (P2028) stands for faults of our code too. */
const CONNECTION_PROBLEMS = [
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Query read timeout",
  "Connection terminated",
  "Client has encountered a connection",
  "Transaction API error: Unable to start",
];

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
    codes.some((each) => UNAVAILABLE.test(each) || (/^SQLITE_/.test(each) && SYSTEM_PROBLEM.test(each))) ||
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
    TLS_PROBLEM.test(code) ||
    isConnectionProblem(error.message) ||
    // An answer of PostgreSQL.
    "severity" in error ||
    error.name === "MigrationProblem";
  if (!isKnown) return;
  // A host with several addresses fails with an error that has only a code.
  const reason = error.message || code;
  return `The database ${withoutPassword(url)} cannot be used: ${reason}. DATABASE_URL says where it is.`;
}

function isConnectionProblem(message: string): boolean {
  return CONNECTION_PROBLEMS.some((beginning) => message.startsWith(beginning));
}

function withoutPassword(url: string): string {
  if (url.startsWith("file:")) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
