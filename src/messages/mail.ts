// The text of mails. src/server/mail has their look.

import appConfig from "../../app.config.ts";
import { LINK_MINUTES, REPORT_DAYS, UNDO_HOURS } from "../lib/limits.ts";

/** Mails with a link. Each mail has a title, which is also its subject, a line below the title, a button and an end. */
export const linkMails = {
  signIn: (host: string, hasCode: boolean) => ({
    title: `Sign in to ${appConfig.name}`,
    lead: `You asked to sign in at ${host}.`,
    button: "Sign in",
    end: [
      `${hasCode ? "The link and the code work" : "The link works"} once, for ${LINK_MINUTES} minutes.`,
      ...(hasCode ? ["Keep the code to yourself: nobody who works here will ask you for it."] : []),
      "If you didn't ask for this email, you can ignore it: nobody can sign in without it.",
    ].join(" "),
  }),
  newEmail: (host: string, time: string) => ({
    title: "Confirm your new email",
    lead: `You asked to use this address for your account at ${host} on ${time}.`,
    button: "Confirm your email",
    end: `The link works once, for ${LINK_MINUTES} minutes. If you didn't ask for this email, you can ignore it: nothing will change.`,
  }),
  emailTaken: (host: string, time: string) => ({
    title: "Someone asked to use your email for another account",
    lead: `This happened at ${host} on ${time}.`,
    button: `Go to ${appConfig.name}`,
    end: "Nothing has changed. If that was you: this address already has an account of its own, and you can sign in with it.",
  }),
  security: (host: string, time: string, device: string) => ({
    lead: `This happened at ${host} on ${time}, from ${device}. If it was you, there's nothing you need to do.`,
    button: `Go to ${appConfig.name}`,
    end: "If it wasn't you, sign in, remove any sign-in method that you don't recognise, and sign out all other sessions. You can do both on your account page.",
  }),
};

/** The titles of mails about a change to an account. */
export const securityMailTitles = {
  passkeyAdded: "A passkey was added to your account",
  passkeyRemoved: "A passkey was removed from your account",
  connected: (provider: string) => `${provider} was connected to your account`,
  disconnected: (provider: string) => `${provider} was disconnected from your account`,
  newBrowser: `New sign-in to your account at ${appConfig.name}`,
  emailChanged: `Your email at ${appConfig.name} was changed`,
  emailRestored: `Your email at ${appConfig.name} was changed back`,
  accountDeleted: `Your account at ${appConfig.name} was deleted`,
};

/** The end of the mail about a sign-in from a new browser. Its link only leads to a page with a button. */
export const newBrowserMail = {
  button: "This wasn't me",
  end: `If it wasn't you, use the link to sign that browser out. It works once, within ${REPORT_DAYS} days. Then sign in, and remove any sign-in method that you don't recognise.`,
};

/** The end of the mail about a change of address. Its link only leads to a page with a button. */
export const undoMail = {
  button: "This wasn't me",
  end: `If it wasn't you, use the link to get your email back. It works once, within ${UNDO_HOURS} hours. It signs out all devices, and removes all other sign-in methods.`,
};

export const mailText = {
  code: "Enter this code on the page where you asked for this email:",
  link: "Or open this link, here or on another device:",
  copy: "If the button doesn't work, copy this link:",
  unsubscribe: "Get no more of these emails",
  unknownDevice: "an unknown device",
  noMoreSecurityMails: `We won't email you about further changes for ${LINK_MINUTES} minutes. Your account page lists all of them.`,
  restoredEnd:
    "Someone used the link that we had sent to your earlier email. If it wasn't you, someone else can read that mailbox, and the account is theirs now.",
  deletedEnd:
    "If it wasn't you, someone else has access to your mailbox or to one of your devices. All your data here has been deleted.",
};

type AfterHost<Mail> = Mail extends (host: string, ...rest: infer Rest) => unknown ? Rest : never;

const SAMPLE_TIME = "November 23, 2026 at 8:49 PM UTC";

/**
 * In development, /dev/mail shows each mail before it is sent. A mail of your own appears there by itself; if its text
 * takes more than a person and a number after the host, add its sample words here.
 */
export const mailSamples: { [Name in keyof typeof linkMails]?: AfterHost<(typeof linkMails)[Name]> } = {
  signIn: [true],
  newEmail: [SAMPLE_TIME],
  emailTaken: [SAMPLE_TIME],
  security: [SAMPLE_TIME, "Firefox on Linux"],
};
