// Flash messages about actions that were carried out. Such an action ends in a redirect and leaves one of these codes
// in a cookie; the next page shows the code's text once (src/components/Notice.tsx). An action's refusals appear in the
// form instead (./refusals.ts).

import { LINK_MINUTES } from "../lib/limits.ts";
import { updatedNotice } from "./errors.ts";

export interface NoticeText {
  tone: "good" | "bad" | "note";
  text: string;
}

const good = (text: string) => ({ tone: "good", text }) as const;
const bad = (text: string) => ({ tone: "bad", text }) as const;
const note = (text: string) => ({ tone: "note", text }) as const;

const NOTICES = {
  nameSaved: good("Your name was saved."),
  nameRemoved: good("Your name was removed."),
  emailAsked: note(
    `We've sent a link to that address. Open it within ${LINK_MINUTES} minutes to confirm that it's yours.`,
  ),
  emailSame: note("That's already your email."),
  emailWithoutMail: bad("You can't change your email, because this site can't send mail."),
  emailChanged: good("Your email was changed. From now on, sign-in links go to the new one."),
  emailConfirmed: good("Your email was confirmed."),
  emailLinkSpent: bad(
    "This link no longer works. It has already been used, has expired, or is meant for another user.",
  ),
  emailTaken: bad("That email now belongs to another account."),
  passkeyRenamed: good("The passkey was renamed."),
  passkeyRemoved: good(
    "The passkey was removed. If your device or password manager still offers it, delete it there, too.",
  ),
  passkeyGone: bad("That passkey was already gone."),
  providerConnected: good("{about} was connected. From now on, you can sign in with it."),
  providerDisconnected: good("{about} was disconnected."),
  providerGone: bad("{about} was already disconnected."),
  lastMethod: bad("This is your only sign-in method. Add another one before you remove it."),
  sessionEnded: good("That session was signed out."),
  sessionGone: note("That session had already ended."),
  otherSessionsEnded: good("All other sessions were signed out."),
  emailRestored: good("Your email was changed back, and all devices were signed out. Now sign in with your email."),
  emailUndoTaken: bad(
    "Your earlier email now has another account. Sign in with it, delete that account, and use the link again.",
  ),
  emailUndoSpent: bad(
    "This link no longer works. If you pressed its button a moment ago, your old email is back. Otherwise, it has expired, or its account is gone.",
  ),
  signInReported: good("That browser was signed out. Now sign in, and remove any sign-in method you don't recognise."),
  signInReportSpent: bad(
    "This link no longer works. If you pressed its button a moment ago, that browser was signed out. Sign in, and check your sessions and your sign-in methods.",
  ),
  updated: updatedNotice,
  accountDeleted: good("Your account and all its data were deleted."),
} satisfies Record<string, NoticeText>;

export type NoticeCode = keyof typeof NOTICES;

function isNoticeCode(code: unknown): code is NoticeCode {
  return typeof code === "string" && Object.hasOwn(NOTICES, code);
}

/**
 * @param about replaces `{about}` in the text
 * @returns the text for a notice; undefined for an unknown code
 */
export function describeNotice(code: unknown, about = "It"): NoticeText | undefined {
  if (!isNoticeCode(code)) return undefined;
  const { tone, text } = NOTICES[code];
  return { tone, text: text.replace("{about}", () => about) };
}
