// How long anything may take that a visitor or a stop waits for: the database, other servers, a request's body. Without
// these, a server that hangs would hold requests until their clients give up. docs/deploy/README.md adds them up.

import "server-only";

/**
 * A free connection to a database server, a statement, and a server that sends nothing. The last is longer than a
 * statement may take, so that it ends only lost connections.
 */
export const DATABASE_LIMITS = { connectMs: 4_000, statementMs: 5_000, silenceMs: 6_000 };

/** All calls to a provider that one sign-in makes, together. */
export const PROVIDER_SECONDS = 10;

/** A mail server that does not connect, greet or respond. */
export const MAIL_SILENCE_MS = 10_000;

/** A mail, until the server has accepted it. Browsers wait longer (`ANSWER_TIMEOUT_MS` of solid-authjs/client). */
export const MAIL_MS = 15_000;

/**
 * A request's body. It may take longer if it arrives at this speed: a slow upload is read, a trickle ends. The most is
 * Node's own limit for a whole request.
 */
export const BODY_LIMITS = { ms: 10_000, bytesPerSecond: 16 * 1024, maxMs: 5 * 60 * 1000 };

/** Requests that are running at SIGTERM, unless SERVER_SHUTDOWN_TIMEOUT says otherwise. */
export const SHUTDOWN_SECONDS = 10;
