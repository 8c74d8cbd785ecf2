// The texts of "Recent activity" on the account page, and of the page that reports a sign-in.

import { SECURITY_EVENT_DAYS } from "../lib/limits.ts";

export const activityText = {
  title: "Recent activity",
  none: `Nothing has happened in the last ${SECURITY_EVENT_DAYS} days. Sign-ins and changes to how you sign in will show up here.`,
  earlier: "Earlier activity",
  /** The texts of the events, by their names in the log. */
  events: {
    "user created": "Account created",
    "signed in": "Signed in",
    "signed out": "Signed out",
    "method added": "Sign-in method added",
    "method removed": "Sign-in method removed",
    "address changed": "Email changed",
    "address restored": "Email changed back, and everyone signed out",
    "address confirmed": "Email confirmed",
    "session ended": "A session was signed out",
    "other sessions ended": "All other sessions were signed out",
    "sign-in reported": "A sign-in was reported, and its session was signed out",
    "data downloaded": "Data downloaded",
  },
};

export type SecurityEventName = keyof typeof activityText.events;

/** The page behind "This wasn't me" in the mail about a change of address. */
export const undoText = {
  title: "Get your email back?",
  text: "If you didn't change the email of your account, take it back. That signs out all devices, and removes all other sign-in methods. Then sign in with your email.",
  button: "Get my email back",
  cancel: "It was me",
};

/** The page behind "This wasn't me" in the mail about a new browser. */
export const reportText = {
  title: "Wasn't this you?",
  text: "If you don't recognise the sign-in that we emailed you about, sign that browser out. Then sign in yourself, and check your sign-in methods.",
  button: "Sign that browser out",
  cancel: "It was me",
};
