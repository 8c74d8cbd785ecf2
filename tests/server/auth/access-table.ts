// What of a user is access, and which events end it. docs/security.md has this table, with the reasons.

/** The kinds of access, as the page's rows name them. */
export const KINDS = [
  "sessions, with their bound keys",
  "passkeys",
  "accounts at providers",
  "sign-in links and codes",
  "changes of address under way",
  "the way back of an earlier change",
  "known browsers",
  "tokens that you have added (`OWN_SESSIONS`)",
  "methods that you have added (`OWN_METHODS`)",
] as const;

/** What each event does to the kinds, in their order. The names are those of the page's columns. */
export const EVENTS = {
  "owner's proof": ["ended", "ended", "ended", "ended", "ended", "none", "none", "ended", "ended"],
  "report of a sign-in": ["later", "kept", "kept", "ended", "ended", "kept", "ended", "ended", "kept"],
  "sign out other sessions": ["others", "kept", "kept", "ended", "ended", "kept", "kept", "ended", "kept"],
  deletion: ["ended", "ended", "ended", "ended", "ended", "ended", "ended", "ended", "ended"],
  "change of address": ["kept", "kept", "kept", "ended", "ended", "kept", "kept", "kept", "kept"],
  "way back": ["ended", "ended", "ended", "ended", "ended", "later", "ended", "ended", "ended"],
  "new password": ["others", "kept", "kept", "ended", "ended", "kept", "kept", "ended", "new"],
} satisfies Record<string, string[]>;

export type Event = keyof typeof EVENTS;
