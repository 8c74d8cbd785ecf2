// The text of the page after a request for a sign-in mail, and of the page that the mail's link opens.

import type { JSX } from "solid-js";
import appConfig from "../../app.config.ts";
import { LINK_MINUTES } from "../lib/limits.ts";

const signIn = "Sign in";
const otherEmail = "Use another email";

export const inboxText = {
  title: "Check your inbox",
  sentTo: (email: JSX.Element) => ["We sent a sign-in link to ", email, "."],
  sentToUser: (email: JSX.Element) => [
    "If ",
    email,
    " has an account, its sign-in link is on the way. Other addresses get no email today, because too many were asked for.",
  ],
  perhapsSent: "If you asked for a sign-in link, it's on its way.",
  usedElsewhere:
    "The link was used in another browser, so you're signed in there. To sign in here too, send the email again.",
  sentAgain: "We sent the link again. It can take a minute to arrive.",
  codeOrLink: "Enter the code from the email, or open its link:",
  code: "Code",
  signIn,
  localMailbox: "Open the local mailbox",
  webmail: (name: string) => `Open ${name}`,
  again: "Send it again",
  againIn: (seconds: number) => `Send it again in ${seconds} s`,
  againNow: "You can send it again now.",
  end: (hasCode: boolean) =>
    `${hasCode ? "The link and the code work" : "The link works"} once, for ${LINK_MINUTES} minutes. Can't find it? Check your spam folder.`,
  otherEmail,
};

export const confirmText = {
  title: `Sign in to ${appConfig.name}`,
  signedInAs: (email: JSX.Element) => ["You'll be signed in as ", email, "."],
  elsewhere:
    "This link was requested in another browser. Sign in here only if you asked for it yourself and the address is yours.",
  replaces: (email: string) => `You're signed in as ${email} now. The button signs you out of that account.`,
  signIn,
  notYou: "Not you?",
  otherEmail,
};
