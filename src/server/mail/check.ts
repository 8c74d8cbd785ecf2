// Checks whether the mail server accepts this server's connection and its password, for `npm run doctor`. No mail is
// sent.

import "server-only";
import type { MailServer } from "~/server/email-settings";
import { within } from "~/server/time-limits";
import { smtpOptions } from "./smtp";

/** The limit is shorter than the doctor's own time limit. */
const CHECK_MS = 6_000;

/** @returns why the mail server does not accept mail; null if it does */
export async function mailServerProblem(server: MailServer): Promise<string | null> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(smtpOptions(server));
  const verified = transport.verify().then(
    () => null,
    (error: Error) => error.message,
  );
  const late = () => `no answer within ${CHECK_MS / 1000} seconds`;
  return within<string | null>(CHECK_MS, verified, late).finally(() => transport.close());
}
