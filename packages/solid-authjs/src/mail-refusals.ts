// The meaning of a mail server's refusal. Most reasons concern the operator: relaying denied, credentials missing, a
// full mailbox. If they counted as a visitor's mistake, a server that sends no mail could look healthy.

/** The visitor's address does not exist, or the server asks to try again later. */
export type MailRefusal = "no_mailbox" | "deferred";

/**
 * The recipient's mailbox or domain does not exist, has moved, or is misspelt. The server says so by a permanent
 * refusal with one of RFC 3463's codes for a destination (X.1.10 is RFC 7505's, and X.6.7 is RFC 6531's for its
 * letters), or by a refusal that finds a mistake in the command, which contains only the address. X.1.7 and X.1.8 are
 * about the sender, and X.1.0 can be.
 */
const NO_MAILBOX =
  /^(?:55[0136][ -]5\.1\.(?:[12346]|10)(?![.\d])|55\d[ -]5\.6\.7(?![.\d])|(?:50[014]|555)(?![ -]5\.(?:1\.[078]|7\.)))/;

/**
 * This is mostly greylisting. Other temporary codes are about this application: Postfix sends 454 for "relaying
 * denied".
 */
const DEFERRED = /^45[01](?!\d)/;

/**
 * A refusal of RCPT that is not about the recipient, but about the client, the sender, or all mail to other servers.
 */
const OF_OPERATOR = /^(?:421|454|530|535)|^\d{3}[ -][45]\.(?:1\.[078]|5\.|7\.)|\brelay/i;

/** An error of nodemailer. */
interface MailError extends Error {
  command: string;
  /** The server's reply, which begins with its code. */
  response?: string;
}

/**
 * @param error an error that nodemailer throws
 * @returns undefined if the mail was not refused, or if the reason concerns the operator
 */
export function mailRefusalOf(error: unknown): MailRefusal | undefined {
  if (!isMailError(error) || !error.response) return undefined;
  // A refusal of another command may concern the sender's address.
  if (isOfRecipient(error) && NO_MAILBOX.test(error.response)) return "no_mailbox";
  return DEFERRED.test(error.response) ? "deferred" : undefined;
}

/**
 * Any visitor can name a recipient that the server refuses, for example because of a full mailbox.
 *
 * @returns the level of the refusal's log entry
 */
export function levelOfMailError(error: MailError): "info" | "warn" | "error" {
  const refusal = mailRefusalOf(error);
  if (refusal) return refusal === "no_mailbox" ? "info" : "warn";
  return isOfRecipient(error) && error.response && !OF_OPERATOR.test(error.response) ? "warn" : "error";
}

const isOfRecipient = ({ command }: MailError) => command === "RCPT TO";

/** Whether a mail server has refused a mail, or cannot be reached. */
export function isMailError(error: unknown): error is MailError {
  if (!(error instanceof Error) || !("command" in error) || typeof error.command !== "string") return false;
  return !("response" in error) || typeof error.response === "string";
}
