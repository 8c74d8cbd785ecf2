// The time limits for everything that a visitor or a stop waits for: the database, other servers, a request's body.
// Without these limits, a server that hangs holds requests until their clients give up. docs/deploy/README.md has their
// sums.

import "server-only";

/**
 * The longest waits for a database server: for a free connection, for a statement, and for a server that sends nothing.
 * The last limit is longer than that of a statement, so that it ends only lost connections.
 */
export const DATABASE_LIMITS = { connectMs: 4_000, statementMs: 5_000, silenceMs: 6_000 };

/**
 * @param late returns a replacement for an answer that takes too long; it may throw
 * @returns the answer, or its replacement
 */
export async function within<T>(ms: number, pending: Promise<T>, late: () => T): Promise<T> {
  const { promise: isLate, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(resolve, ms, LATE);
  const answer = await Promise.race([pending, isLate]).finally(() => clearTimeout(timer));
  return answer === LATE ? late() : answer;
}

const LATE = Symbol("late");

/** How many seconds all calls to a provider may take together in one sign-in. */
export const PROVIDER_SECONDS = 10;

/** How long a mail server may be silent before it connects, greets or responds. */
export const MAIL_SILENCE_MS = 10_000;

/** How long the server may take to accept a mail. Browsers wait longer (`ANSWER_TIMEOUT_MS` of solid-authjs/client). */
export const MAIL_MS = 15_000;

/**
 * How long a request's body may take. A body that arrives at this speed may take longer: a slow upload is read, and a
 * slower body is refused. The maximum is Node's own limit for a whole request.
 */
export const BODY_LIMITS = { ms: 10_000, bytesPerSecond: 16 * 1024, maxMs: 5 * 60 * 1000 };

/**
 * How many more seconds running requests may take after SIGTERM, unless SERVER_SHUTDOWN_TIMEOUT says otherwise.
 */
export const SHUTDOWN_SECONDS = 10;
