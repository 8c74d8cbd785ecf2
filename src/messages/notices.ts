// What an action has done, in words. The action ends in a redirect and leaves one of these codes in a cookie; the next page shows
// it once (src/components/Notice.tsx). Only codes travel, and what somebody typed, which is shown as text.

export interface NoticeText {
  tone: "good" | "bad" | "note";
  text: string;
}

const good = (text: string) => ({ tone: "good", text }) as const;
const bad = (text: string) => ({ tone: "bad", text }) as const;
const note = (text: string) => ({ tone: "note", text }) as const;

export const NOTICES = {
  nameSaved: good("Your name is saved."),
  nameTooLong: bad("A name has at most 100 characters. Please shorten it."),
  addressAsked: note("We sent a link to that address. Open it to confirm; it works for 10 minutes."),
  addressSame: note("That is your address already."),
  addressInvalid: bad("That is not an e-mail address. It looks like name@example.com."),
  addressLimited: bad("Several links were sent there already. Please wait ten minutes, then try again."),
  addressUnsent: bad("We could not send a mail to that address. Please try again in a moment."),
  addressWithoutMail: bad("Addresses cannot be changed here: this site sends no mail."),
  addressChanged: good("Your address is changed. Sign-in links go there from now on."),
  addressConfirmed: good("Your address is confirmed."),
  addressLinkSpent: bad(
    "This link no longer works. It was used already, has run out, or was asked for by somebody else.",
  ),
  addressTaken: bad("That address belongs to another account by now."),
  passkeyRenamed: good("The passkey is renamed."),
  passkeyNameInvalid: bad("A passkey's name has 1 to 50 characters."),
  passkeyRemoved: good("The passkey is removed. Delete it from your device or password manager, too."),
  passkeyGone: bad("That passkey was not there any more."),
  providerDisconnected: good("{about} is disconnected."),
  providerGone: bad("{about} was not connected any more."),
  lastMethod: bad("This is your only way to sign in. Add another one before you remove it."),
  sessionEnded: good("The session is ended. That device is signed out."),
  sessionGone: note("That session had ended already."),
  otherSessionsEnded: good("All other sessions are ended."),
  deletionUnconfirmed: bad("Nothing was deleted: what you typed is not your address."),
  failed: bad("Something went wrong. It is our fault, not yours. Please try again in a moment."),
  accountDeleted: good("Your account and all that belonged to it are deleted."),
} satisfies Record<string, NoticeText>;

export type NoticeCode = keyof typeof NOTICES;

function isNoticeCode(code: unknown): code is NoticeCode {
  return typeof code === "string" && Object.hasOwn(NOTICES, code);
}

/**
 * @param about takes the place of `{about}` in the words
 * @returns the words for a notice; undefined for a code that is none
 */
export function describeNotice(code: unknown, about = "It"): NoticeText | undefined {
  if (!isNoticeCode(code)) return undefined;
  const { tone, text } = NOTICES[code];
  return { tone, text: text.replace("{about}", () => about) };
}
