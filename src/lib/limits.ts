// Limits that are also named in texts.

/**
 * The lifetime of a link in a mail, and of the code beside it. Anyone who finds the link in the inbox could use it, so
 * it expires soon. The texts that name this lifetime, and the window of the rate limits
 * (src/server/http/rate-limit.ts), follow it.
 */
export const LINK_MINUTES = 10;

/**
 * The lifetime of the button in a mail about a sign-in from a new browser. The button can only end access that began
 * with that sign-in.
 */
export const REPORT_DAYS = 7;

/**
 * How long the owner of a changed address can undo the change. It is long enough for a mailbox that is read after a
 * weekend. During this time, a reader of an old mailbox can take the account back.
 */
export const UNDO_HOURS = 72;

/** How many security events of one kind the database keeps for a user. */
export const MAX_EVENTS_OF_A_KIND = 10;

/** How many security events the account page lists: more than all kinds together have. */
export const MAX_SECURITY_EVENTS = 200;

/** How long the database keeps security events. */
export const SECURITY_EVENT_DAYS = 90;

/** The maximum length of a user's name, in characters. */
export const MAX_NAME_LENGTH = 100;

/** The maximum length of a passkey's name, in characters. */
export const MAX_PASSKEY_NAME_LENGTH = 50;

/** The maximum number of passkeys of a user, because the account page lists them all. */
export const MAX_PASSKEYS = 20;
