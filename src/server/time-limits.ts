// How long anything may take that a visitor or a stop waits for: the database, other servers, a request's body. Without
// these, a server that hangs would hold requests until their clients give up. docs/deploy/README.md adds them up.

import "server-only";

/**
 * The longest waits for a database server: for a free connection, for a statement, and for a server that sends nothing.
 * The last is longer than a statement may take, so that it ends lost connections only.
 */
export const DATABASE_LIMITS = { connectMs: 4_000, statementMs: 5_000, silenceMs: 6_000 };

/**
 * @param late what takes the place of an answer that takes longer; it may throw
 * @returns the answer, or that
 */
export async function within<T>(ms: number, pending: Promise<T>, late: () => T): Promise<T> {
  const { promise: isLate, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(resolve, ms, LATE);
  const answer = await Promise.race([pending, isLate]).finally(() => clearTimeout(timer));
  return answer === LATE ? late() : answer;
}

const LATE = Symbol("late");

/** The most seconds that all calls to a provider take together in one sign-in. */
export const PROVIDER_SECONDS = 10;

/** The longest silence of a mail server that does not connect, greet or respond. */
export const MAIL_SILENCE_MS = 10_000;

/**
 * The longest time until the server has accepted a mail. Browsers wait longer (`ANSWER_TIMEOUT_MS` of solid-
 * authjs/client).
 */
export const MAIL_MS = 15_000;

/**
 * The longest time for a request's body. A body that arrives at this speed may take longer: a slow upload is read, a
 * trickle ends. The most is Node's own limit for a whole request.
 */
export const BODY_LIMITS = { ms: 10_000, bytesPerSecond: 16 * 1024, maxMs: 5 * 60 * 1000 };

/**
 * The most seconds that requests which are running at SIGTERM may still take, unless SERVER_SHUTDOWN_TIMEOUT says
 * otherwise.
 */
export const SHUTDOWN_SECONDS = 10;
