// The texts of the account page, the welcome page and the page that confirms a new address.

import { LINK_MINUTES, MAX_PASSKEYS } from "../lib/limits.ts";

const onlyWay = "This is your only sign-in method. Add another one before you remove it.";

export const accountText = {
  title: "Your account",
  profile: {
    title: "Profile",
    name: "Name",
    save: "Save",
    confirmed: "Confirmed",
    email: "Your email",
    unconfirmed: "You haven't confirmed this email. Until you do, it doesn't count as a sign-in method.",
    confirm: "Confirm this email",
    change: "Change email",
    newEmail: "New email",
  },
  passkeys: {
    title: "Passkeys",
    none: "No passkeys yet",
    whatFor: "Add one, and you can sign in with your fingerprint, your face or this device's PIN.",
    unsupported: "This browser has no passkeys, or none at this address. Open the page in another one to add one.",
    needsScript: "To add a passkey, turn on JavaScript.",
    added: "added",
    lastUsed: "last used",
    neverUsed: "never used",
    synced: "Synced",
    notSynced: "On one device only",
    rename: "Rename",
    nameOf: (passkey: string) => `Name of the passkey ${passkey}`,
    remove: "Remove",
    askToRemove: (passkey: string) => `Remove “${passkey}”?`,
    onlyWay,
  },
  addPasskey: {
    button: "Add a passkey",
    done: "Your passkey is ready. Next time, you can sign in with it.",
    failed: "The passkey couldn't be added. Please try again.",
    failures: {
      AlreadyRegistered: "This device already has a passkey for your account.",
      DeviceFailed: "Your device or password manager couldn't add a passkey. Try again, or choose another one.",
      Unanswered: "The server didn't answer, so the passkey may have been added. Load the page again and look.",
      Unsupported: "This browser doesn't let you add a passkey here. Try another browser.",
      RateLimited: `Too many attempts. Wait ${LINK_MINUTES} minutes, then try again.`,
      TooManyPasskeys: `You already have ${MAX_PASSKEYS} passkeys. Remove one first, then add the new one.`,
    },
  },
  methods: {
    title: "Sign-in methods",
    email: "Email",
    emailDetail: "We email you a sign-in link.",
    connected: (label: string | null) => (label ? `Connected as ${label}.` : "Connected."),
    notConnected: "Not connected.",
    connect: "Connect",
    disconnect: (provider: string) => `Disconnect ${provider}`,
    askToDisconnect: (provider: string) => `Disconnect ${provider}?`,
    onlyWay,
  },
  sessions: {
    title: "Sessions",
    unlisted:
      "Sessions can't be listed here, because each one is stored only in its own browser. A session ends when you sign out in that browser, or when it hasn't been used for a while.",
    noOthers: "You have no other sessions. New ones will show up here.",
    signOutOthers: "Sign out other sessions",
    askToSignOutOthers: "Sign out all other sessions?",
    current: "This session",
    bound: (isCurrent: boolean) => `Bound to ${isCurrent ? "this" : "its"} device`,
    signedIn: "Signed in",
    lastSeen: "last seen",
    signOut: "Sign out",
  },
  data: {
    title: "Your data",
    text: "Everything we store about you, as a JSON file.",
    download: "Download your data",
  },
  deletion: {
    title: "Delete account",
    text: "This deletes your account and everything in it, at once and for good. To confirm, type your email:",
    confirmation: "Your email",
  },
};

export const newEmailText = {
  broken: "This link no longer works",
  alreadyOwn: "You don't need it any more: this is already your email.",
  spent: "It has already been used, has expired or is incomplete.",
  toAccount: "Go to your account",
  own: { title: "Confirm your email", button: "Confirm the email", cancel: "Not now" },
  other: { title: "Change your email", button: "Change the email", cancel: "Keep the old email" },
  from: "From",
  to: "to",
};

export const welcomeText = {
  title: "Welcome",
  signedInAs: "You're signed in as",
  question: "What should we call you?",
  name: "Name",
  save: "Save and continue",
  passkey:
    "Want to skip the email next time? Add a passkey, and sign in with your fingerprint, your face or this device's PIN.",
  skip: "Skip for now",
  done: "Done",
  /** Screen readers read this text after the two above. */
  andContinue: "and continue",
};

export const signOutText = {
  title: "Sign out",
  text: "You'll need to sign in again on this device.",
  elsewhere: (provider: string) => `You stay signed in at ${provider}. If others use this device, sign out there, too.`,
  button: "Sign out",
  cancel: "Stay signed in",
  done: "You're signed out",
  signIn: "Sign in",
};
