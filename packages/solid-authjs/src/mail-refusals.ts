// What a mail server means by refusing a mail. Most of its reasons are for the operator: relaying denied, credentials
// missing, a full mailbox. If those counted as a visitor's mistake, a server that sends no mail would look healthy.

/** The visitor's address does not exist, or the server asks to try again later. */
export type MailRefusal = "no_mailbox" | "deferred";

/**
 * The recipient's mailbox or domain does not exist, moved, or cannot be written so: a permanent refusal with one of RFC
 * 3463's codes for a destination (X.1.10 is RFC 7505's), or RFC 6531's for one that is not ASCII (X.6.7). X.1.7 and
 * X.1.8 are about the sender, and X.1.0 may be.
 */
const NO_MAILBOX = /^(?:501|55[0136])[ -]5\.(?:1\.(?:[12346]|10)|6\.7)(?![.\d])/;

/** Servers without these codes send 550 for "relaying denied" too, so that their words decide. */
const WITHOUT_CODE = /^(?:501|55[013])[ -](?!\d\.\d)/;
const OF_MAILBOX =
  /\b(?:invalid|unknown|no such|bad|malformed) (?:recipient|user|mailbox|address)|\b(?:recipient|user|mailbox|address) (?:is )?(?:invalid|unknown|not found|does not exist|doesn't exist)|syntax/i;
const OF_OPERATOR = /relay|sender|from|sign|auth|spam|block|polic/i;
/** A reply repeats the address, in which a visitor can write any of these words. */
const REPEATED = /<[^<>]*>|[^\s<>@]{1,64}@[^\s<>@]+/g;

/**
 * Greylisting, most of all. Other codes for now are about this application: Postfix sends 454 for "relaying denied".
 */
const DEFERRED = /^45[01](?!\d)/;

interface SmtpError extends Error {
  /** The server's reply, beginning with its code. */
  response: string;
  command?: string;
}

/**
 * @param error as nodemailer throws it
 * @returns undefined if the mail was not refused, or for a reason that is the operator's
 */
export function mailRefusalOf(error: unknown): MailRefusal | undefined {
  if (!isSmtpError(error)) return undefined;
  // A refusal of another command may concern the sender's address.
  if (error.command === "RCPT TO" && isOfMailbox(error.response)) return "no_mailbox";
  return DEFERRED.test(error.response) ? "deferred" : undefined;
}

function isOfMailbox(response: string): boolean {
  if (NO_MAILBOX.test(response)) return true;
  const words = response.replace(REPEATED, "");
  return WITHOUT_CODE.test(response) && OF_MAILBOX.test(words) && !OF_OPERATOR.test(words);
}

function isSmtpError(error: unknown): error is SmtpError {
  return error instanceof Error && "response" in error && typeof error.response === "string";
}
