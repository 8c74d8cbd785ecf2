// Limits that texts name, too.

/**
 * The lifetime of a link in a mail, and of the code beside it. Anyone who finds the link in the inbox could use it, so
 * it expires soon. The texts that name it, and the window of the rate limits (src/server/http/rate-limit.ts), follow
 * it.
 */
export const LINK_MINUTES = 10;

/** A mail about a sign-in from a new browser has a button that works this long. It can only end what began with it. */
export const REPORT_DAYS = 7;

/**
 * The owner of an address that was changed has so long to undo it. Long enough for a mailbox that is read after a
 * weekend; as long, a reader of an old mailbox can take the account back.
 */
export const UNDO_HOURS = 72;

/** The security events of one kind that are kept for a user. */
export const MAX_EVENTS_OF_A_KIND = 10;

/** The account page lists all security events: more than all kinds together have. */
export const MAX_SECURITY_EVENTS = 200;

/** How long they are kept. */
export const SECURITY_EVENT_DAYS = 90;

/** The maximum length of a user's name, in characters. */
export const MAX_NAME_LENGTH = 100;

/** The maximum length of a passkey's name, in characters. */
export const MAX_PASSKEY_NAME_LENGTH = 50;

/** The maximum number of passkeys of a user, because the account page lists them all. */
export const MAX_PASSKEYS = 20;
