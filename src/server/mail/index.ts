// The mails of the application, all of which `sendMail` sends. In development, the mail server is the local mailbox.

import "server-only";
import { randomUUID } from "node:crypto";
import { normalizeEmail } from "solid-authjs";
import { localPath } from "~/lib/url";
import { deviceText } from "~/messages/devices";
import { language } from "~/messages/language";
import { linkMails, mailText } from "~/messages/mail";
import { describeDevice } from "~/server/devices";
import { env } from "~/server/env";
import type { LimitName } from "~/server/http/rate-limit";
import { log } from "~/server/log";
import { requestEvent } from "~/server/request-event";
import { MAIL_MS, within } from "~/server/time-limits";
import appConfig from "../../../app.config";
import { type MailContent, mailedLink, subjectOf, toHtml, toText } from "./layout";
import { deliver } from "./smtp";

/**
 * @param to a normalised address
 * @param url the target of the link, with the `callbackUrl`
 * @param code the code, for the browser that asked for the link
 * @param isRefunded whether a mail that was not sent is taken off the limit of its address
 * @throws if the server does not accept the mail
 */
export function sendSignInMail(to: string, url: string, code?: string, isRefunded = true): Promise<void> {
  const link = new URL(url);
  const page = localPath(link.searchParams.get("callbackUrl"));
  link.searchParams.delete("callbackUrl");
  // Threat: an attacker requests a mail to a victim, to return to a page whose path is a sentence.
  if (page !== "/") link.searchParams.set("page", btoa(page));
  const content = { ...linkMails.signIn(link.host, code !== undefined), url: link.href, code };
  return isRefunded ? sendLink("linksToEmail", to, content) : sendMail(to, content);
}

/**
 * Sends the link that confirms a user's new address. See {@link sendSignInMail}.
 *
 * @param kind "emailTaken" if the address belongs to another account. That mail fails in the same way and is the same
 *   work. Otherwise, the answer reveals who has an account: by its time, or while the mail server is down
 */
export function sendNewEmailMail(to: string, url: string, kind: "newEmail" | "emailTaken"): Promise<void> {
  return sendLink("changesToEmail", to, { ...linkMails[kind](new URL(url).host, now()), url });
}

/** `end` gives advice in case another person made the change, and `more` follows it. */
export type SecurityMailText = Partial<Pick<MailContent, "button" | "end">> & { more?: string };

/**
 * Notifies a user about a change to their account. Never fails, because the change has already happened.
 *
 * @param to the user's address; without mail or without an address, nothing is sent
 * @param title the change, as a sentence
 * @param url the page on which the user can check and undo it
 * @param text replaces the usual button and end
 */
export async function sendSecurityMail(
  to: string | null | undefined,
  title: string,
  url: string,
  { more, ...text }: SecurityMailText = {},
): Promise<void> {
  if (!to || !env().email) return;
  try {
    const content = { ...linkMails.security(new URL(url).host, now(), await currentDevice()), title, url, ...text };
    await sendMail(to, { ...content, end: [content.end, more].filter(Boolean).join(" ") });
  } catch (error) {
    log.error("a notification could not be mailed", error);
  }
}

/** @returns a time like "November 23, 2026 at 8:49 PM UTC" */
function now(): string {
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Date().toLocaleString(language(), format)} UTC`;
}

/** A job has no request, so it counts as an unknown device. */
async function currentDevice(): Promise<string> {
  const { name } = await describeDevice(requestEvent()?.request.headers.get("user-agent"));
  return name === deviceText.unknown ? mailText.unknownDevice : name;
}

/**
 * A mail that was not sent does not count for the limit of its address.
 *
 * @param limit the limit that has counted the mail
 * @throws if the server does not accept the mail
 */
async function sendLink(limit: LimitName, to: string, content: MailContent): Promise<void> {
  try {
    await sendMail(to, content);
  } catch (error) {
    // This module is imported only now: it connects to the database, which a mail does not need otherwise.
    const { refund } = await import("~/server/http/rate-limit");
    await refund(limit, to);
    throw error;
  }
}

/**
 * Sends a mail of your own, also to people who are not users. Call `limit` first, to count it.
 *
 * @param to one address
 * @param mail its texts may contain text from other users
 * @throws if the address is invalid, or the server does not accept the mail in time
 */
export async function sendMail(to: string, mail: MailContent): Promise<void> {
  const { email } = env();
  if (!email) throw new Error("Email is not configured.");
  const content = { ...mail, url: mailedLink(mail.url) };
  const sent = deliver(email.server, {
    from: { name: email.from.name ?? appConfig.name, address: email.from.address },
    // Without this check, nodemailer sends to each address of a list.
    to: normalizeEmail(to),
    subject: subjectOf(content),
    text: toText(content),
    html: toHtml(content),
    // Gmail shows mails with one subject as one conversation and folds most of them, unless each refers to another mail
    // (workspaceupdates.googleblog.com/2019/03/threading-changes-in-gmail-conversation-view.html).
    references: `<${randomUUID()}@${email.from.address.split("@").at(-1)}>`,
    // Programs must not answer the mail, such as an out-of-office reply (RFC 3834, 5).
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(content) },
  });
  // nodemailer limits each silence of the server. A server that sends a little now and then can still take for ever.
  await within(MAIL_MS, sent, () => {
    // nodemailer's errors name the command, too.
    throw Object.assign(new Error("The mail server took too long."), { command: "DATA" });
  });
}

/** The mail service's signature (DKIM) has to cover these headers: otherwise, mail programs show no button. */
function unsubscribeHeaders({ unsubscribe }: MailContent): Record<string, string> {
  if (!unsubscribe) return {};
  return { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
