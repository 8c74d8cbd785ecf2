// What a mail server means by refusing a mail. Most of its reasons are for the operator: relaying denied, credentials
// missing, a full mailbox. If those counted as a visitor's mistake, a server that sends no mail would look healthy.

/** The visitor's address does not exist, or the server asks to try again later. */
export type MailRefusal = "no_mailbox" | "deferred";

/**
 * The recipient's mailbox or domain does not exist, moved, or cannot be written so: a permanent refusal with one of RFC
 * 3463's codes for a destination (X.1.10 is RFC 7505's). X.1.7 and X.1.8 are about the sender, and X.1.0 may be.
 * Servers that send the code 550 alone send it for "relaying denied" too.
 */
const NO_MAILBOX = /^(?:501|55[0136])[ -]5\.1\.(?:[12346]|10)(?![.\d])/;

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
  if (error.command === "RCPT TO" && NO_MAILBOX.test(error.response)) return "no_mailbox";
  return DEFERRED.test(error.response) ? "deferred" : undefined;
}

function isSmtpError(error: unknown): error is SmtpError {
  return error instanceof Error && "response" in error && typeof error.response === "string";
}
