// Flash messages: the results of actions. An action ends in a redirect and leaves one of these codes in a cookie; the next page shows
// its text once (src/components/Notice.tsx). The cookie holds only the code and the user's input, which is rendered as text.

export interface NoticeText {
  tone: "good" | "bad" | "note";
  text: string;
}

const good = (text: string) => ({ tone: "good", text }) as const;
const bad = (text: string) => ({ tone: "bad", text }) as const;
const note = (text: string) => ({ tone: "note", text }) as const;

export const NOTICES = {
  nameSaved: good("Your name was saved."),
  nameRemoved: good("Your name was removed."),
  nameTooLong: bad("A name can have at most 100 characters. Please shorten it."),
  addressAsked: note("We sent a link to that address. Open it within 10 minutes to confirm the address."),
  addressSame: note("That is already your address."),
  addressInvalid: bad("That is not an e-mail address. It looks like name@example.com."),
  addressLimited: bad("Too many links were sent to that address. Please wait ten minutes, then try again."),
  addressUnsent: bad("We could not send an e-mail to that address. Please try again in a moment."),
  addressWithoutMail: bad("Addresses cannot be changed because this site does not send e-mail."),
  addressChanged: good("Your address was changed. Sign-in links now go to the new address."),
  addressConfirmed: good("Your address was confirmed."),
  addressLinkSpent: bad("This link no longer works. It was already used, has expired, or is for another user."),
  addressTaken: bad("That address now belongs to another account."),
  passkeyRenamed: good("The passkey was renamed."),
  passkeyNameInvalid: bad("A passkey's name must have 1 to 50 characters."),
  passkeyRemoved: good("The passkey was removed. Delete it from your device or password manager too."),
  passkeyGone: bad("That passkey had already been removed."),
  providerConnected: good("{about} is connected. You can sign in with it from now on."),
  providerDisconnected: good("{about} was disconnected."),
  providerGone: bad("{about} was already disconnected."),
  lastMethod: bad("This is your only sign-in method. Add another one before you remove it."),
  sessionEnded: good("That device was signed out."),
  sessionGone: note("That session had already ended."),
  otherSessionsEnded: good("All other sessions were signed out."),
  deletionUnconfirmed: bad("Nothing was deleted: the address you typed is not yours."),
  failed: bad("Something went wrong on our side. Please try again in a moment."),
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
