// The reasons why a form was refused. An action returns one of these texts for a field (`refused` in
// src/server/forms.ts).

import { MAX_NAME_LENGTH, MAX_PASSKEY_NAME_LENGTH } from "../lib/limits.ts";

export const refusals = {
  nameTooLong: `A name can have at most ${MAX_NAME_LENGTH} characters. Please shorten it.`,
  emailInvalid: "That's not an email address. An address looks like name@example.com.",
  emailLimited: "We've sent too many links. Please try again later.",
  emailUnsent: "We couldn't send an email to that address. Try again in a moment.",
  emailNoMailbox: "We couldn't find that mailbox. Check the address for typos.",
  emailDeferred: "We couldn't send the email yet: the mail server asked us to wait. Try again in a few minutes.",
  passkeyNameInvalid: `A passkey's name needs 1 to ${MAX_PASSKEY_NAME_LENGTH} characters.`,
  deletionUnconfirmed: "Nothing was deleted: the email you typed isn't yours.",
};
