// How long anything may take that a visitor waits for: other servers, and the database. Without these, a server that
// hangs would hold requests until their clients give up. docs/deploy/README.md adds them up.

/** Waiting for a free connection to PostgreSQL, or for a new one. */
export const DATABASE_CONNECT_MS = 4_000;

/** A statement: PostgreSQL ends it, and SQLite waits this long for another process that writes. */
export const DATABASE_STATEMENT_MS = 5_000;

/** A PostgreSQL server that sends nothing. Longer than a statement may take, so that this ends only lost connections. */
export const DATABASE_SILENCE_MS = 6_000;

/** All calls to a provider that one sign-in makes, together. */
export const PROVIDER_SECONDS = 10;

/** A mail server that does not connect, greet or respond. */
export const MAIL_SILENCE_MS = 10_000;

/** A mail, until the server has accepted it. */
export const MAIL_MS = 15_000;
