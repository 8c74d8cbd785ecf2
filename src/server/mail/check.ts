// Asks the mail server whether it takes this server's connection and its password, for `npm run doctor`. No mail is
// sent.

import "server-only";
import type { MailServer } from "~/server/email-settings";
import { within } from "~/server/time-limits";
import { smtpOptions } from "./smtp";

/** Less than the doctor waits. */
const CHECK_MS = 6_000;

/** @returns why mail cannot be handed over; null if it can */
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
