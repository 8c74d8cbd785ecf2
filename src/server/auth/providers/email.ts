// Sign-in with a link in a mail, and a code for it.

import "server-only";
import { setTimeout } from "node:timers/promises";
import type { EmailConfig } from "@auth/core/providers";
import type { H3Event } from "nitro/h3";
import type { MailParameters, SolidAuthEmailOptions } from "solid-authjs";
import { LINK_MINUTES } from "~/lib/limits";
import type { SignInMethod } from "~/server/auth/sign-in-method";
import { log } from "~/server/log";
import { sendSignInMail } from "~/server/mail";
import { outsideOfRequest, requestEvent } from "~/server/request-event";

/** This time is longer than any answer takes. */
const BEHIND_ANSWER_MS = 1000;

/** @param options `codes`: whether mails also contain a code, to type in the browser that asked for the link */
export function email({ codes = false }: { codes?: boolean } = {}): SignInMethod {
  const provider: EmailConfig & SolidAuthEmailOptions = {
    id: "email",
    type: "email",
    name: "Email",
    maxAge: LINK_MINUTES * 60,
    codes: codes && mayHaveCode,
    sendVerificationRequest: sendLink,
  };
  return { id: "email", name: "Email", provider, variables: ["EMAIL_SERVER", "EMAIL_FROM"] };
}

/**
 * After the server's daily limit, only users get mails. Threat: a visitor learns whether an address has an account. So
 * work that differs for users runs after the answer, and a serverless platform waits for it. Then a mail that fails
 * stays counted, and only the log has the failure.
 */
async function sendLink({ identifier, url, code }: MailParameters): Promise<void> {
  // These modules are imported only now: they connect to the database, which the build does not have.
  const { waitBeyondCeiling } = await import("~/server/http/rate-limit");
  if ((await waitBeyondCeiling()) === 0) return sendSignInMail(identifier, url, code);
  const mailUser = () =>
    sendToUser({ identifier, url, code }).catch((error) => log.error("a sign-in link could not be mailed", error));
  const mailed = outsideOfRequest(() => setTimeout(BEHIND_ANSWER_MS).then(mailUser));
  const request = requestEvent()?.request as H3Event["req"] | undefined;
  request?.waitUntil?.(mailed);
}

async function sendToUser({ identifier, url, code }: Pick<MailParameters, "identifier" | "url" | "code">) {
  const { database } = await import("~/server/database/client");
  if (!(await database.user.findUnique({ where: { email: identifier }, select: { id: true } }))) return;
  await sendSignInMail(identifier, url, code, false);
}

async function mayHaveCode(address: string): Promise<boolean> {
  const { consumeLimit } = await import("~/server/http/rate-limit");
  return (await consumeLimit("codesToEmail", address)) === 0;
}
