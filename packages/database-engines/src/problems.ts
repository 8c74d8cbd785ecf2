// Problems of the database that are not faults of the code: it cannot be reached, it is full, or it does not fit the
// code.

import type { AboutEngine, DatabaseError } from "./types.ts";

/** Error codes of the file system and the network, but not Node's own codes, such as ERR_DLOPEN_FAILED. */
export const SYSTEM_PROBLEM = /^E(AI_)?[A-Z]+$/;

/** TLS error codes: a certificate or a key is unreadable or for another host, or its issuer is not trusted. */
const TLS_PROBLEM = /^(ERR_(TLS|SSL|OSSL)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Prisma's codes. */
const UNAVAILABLE_CODES = /^(P1001|P1002|P1008|P1017|P2024|P2037)$/;

/** The names of connection errors in Prisma's adapters. */
const CONNECTION_KIND = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

/** A message of Prisma. Its code (P2028) also stands for faults of the code. */
const PRISMA_MESSAGE = "Transaction API error: Unable to start";

/** See `DatabaseEngines` in ./index.ts. */
export function isUnavailable(engines: AboutEngine[], error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, meta, message }: DatabaseError = error as DatabaseError;
  const codes = [code, cause?.code, cause?.originalCode].map(String);
  return (
    codes.some((each) => isUnavailableCode(engines, each)) ||
    CONNECTION_KIND.test(cause?.kind ?? "") ||
    isConnectionProblem(engines, message) ||
    isUnavailable(engines, meta?.driverAdapterError)
  );
}

/** See `DatabaseEngines` in ./index.ts. */
export function databaseProblem(engines: AboutEngine[], error: unknown, shownUrl?: string): string | undefined {
  if (!(error instanceof Error)) return;
  const code = "code" in error ? String(error.code) : "";
  const isKnown =
    SYSTEM_PROBLEM.test(code) ||
    isUnavailableCode(engines, code) ||
    TLS_PROBLEM.test(code) ||
    isConnectionProblem(engines, error.message) ||
    engines.some(({ isAnswer }) => isAnswer?.(error)) ||
    error.name === "MigrationProblem";
  if (!isKnown) return;
  // A host with several addresses fails with an error that has only a code.
  const reason = error.message || code;
  return `The database ${shownUrl} cannot be used: ${reason}. DATABASE_URL says where it is.`;
}

function isUnavailableCode(engines: AboutEngine[], code: string): boolean {
  return UNAVAILABLE_CODES.test(code) || engines.some(({ unavailable }) => unavailable.test(code));
}

function isConnectionProblem(engines: AboutEngine[], message: string): boolean {
  const beginnings = [PRISMA_MESSAGE, ...engines.flatMap(({ unavailableMessages = [] }) => unavailableMessages)];
  return beginnings.some((beginning) => message.startsWith(beginning));
}
