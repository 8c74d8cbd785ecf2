// Sends the application's mail over SMTP, through nodemailer. In development the server is the local mailbox.

import "server-only";
import { randomUUID } from "node:crypto";
import type { SendMailOptions, Transporter } from "nodemailer";
import { normalizeEmail } from "solid-authjs";
import look from "~/look.json";
import { linkMails, mailText } from "~/messages/mail";
import { describeDevice, UNKNOWN_DEVICE } from "~/server/devices";
import type { MailServer } from "~/server/email-settings";
import { env } from "~/server/env";
import { escapeHtml } from "~/server/http/escape-html";
import type { LimitName } from "~/server/http/rate-limit";
import { log } from "~/server/log";
import { requestEvent } from "~/server/request-event";
import { MAIL_MS } from "~/server/time-limits";
import appConfig from "../../../app.config";
import { isWithoutTls, smtpOptions, WITHOUT_TLS } from "./smtp";

/** The maximum length of a device's name, in characters. It comes from a header, which can be of any length. */
const MAX_DEVICE_LENGTH = 60;

let transporter: Promise<Transporter> | undefined;

/** nodemailer is loaded with the first mail, so startup does not wait for it. */
async function createTransporter(server: MailServer): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport(smtpOptions(server));
}

/**
 * @param to a normalised address
 * @param url the target of the link
 * @param code to type in the browser that asked for the link
 * @param isRefunded whether a mail that was not sent does not count for the limit of its address
 * @throws if the server does not accept the mail
 */
export function sendSignInMail(to: string, url: string, code?: string, isRefunded = true): Promise<void> {
  const content = { ...linkMails.signIn(new URL(url).host, code !== undefined), url, code };
  return isRefunded ? sendLink("linksToEmail", to, content) : sendMail(to, content);
}

/** Sends the link that confirms a user's new address. See {@link sendSignInMail}. */
export function sendNewEmailMail(to: string, url: string): Promise<void> {
  return sendLink("changesToEmail", to, { ...linkMails.newEmail(new URL(url).host, now()), url });
}

/**
 * Replaces {@link sendNewEmailMail} if the address belongs to another account. It fails in the same way and does the
 * same work: another answer while the mail server is down, or another time, would reveal who has an account.
 */
export function sendEmailTakenMail(to: string, url: string): Promise<void> {
  return sendLink("changesToEmail", to, { ...linkMails.emailTaken(new URL(url).host, now()), url });
}

/** `end` says what to do if another person made the change, and `more` follows it. */
export type SecurityMailText = Partial<Pick<MailContent, "button" | "end">> & { more?: string };

/**
 * Notifies a user about a change to their account. Never fails, because the change has already happened.
 *
 * @param to the user's address; without mail or without an address, nothing is sent
 * @param title the change, as a sentence
 * @param url the page on which the user can check and undo it
 * @param text in place of the usual button and end
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

/** By language. */
const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** @returns a time like "November 23, 2026 at 8:49 PM UTC" */
function now(): string {
  // The format is made with the first mail that names a time, and kept: making it takes longer than using it.
  const { language } = mailText;
  const known = timeFormats.get(language);
  const format = known ?? new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  timeFormats.set(language, format);
  return `${format.format(new Date())} UTC`;
}

/** A job, without a request, counts as an unknown device. */
async function currentDevice(): Promise<string> {
  const { name } = await describeDevice(requestEvent()?.request.headers.get("user-agent"));
  return name === UNKNOWN_DEVICE ? mailText.unknownDevice : name.slice(0, MAX_DEVICE_LENGTH);
}

/**
 * A link as a mail has it. It is short: without a `callbackUrl` of "/", and without an origin that is the link's own. A
 * space, which normalising takes away, is before the address: spam filters know phishing by `email=` and the recipient.
 */
function mailedLink(url: string): string {
  const link = new URL(url);
  const query = new URLSearchParams();
  for (const [name, value] of link.searchParams) {
    const isOwn = name === "callbackUrl" && URL.canParse(value) && new URL(value).origin === link.origin;
    const text = isOwn ? value.slice(link.origin.length) : value;
    if (!(isOwn && ["", "/"].includes(text))) query.append(name, name === "email" ? ` ${text}` : text);
  }
  link.search = query.toString();
  return link.href;
}

/** A mail with a link. Each text is one line. */
export interface MailContent {
  /** The subject, too, with the application's name. */
  title: string;
  /** Shown beside the subject in the list of mails, too. */
  lead: string;
  /** The label of the link. */
  button: string;
  url: string;
  code?: string;
  end: string;
  /**
   * For a mail that its recipient has not asked for: where a POST, without a session, ends mails of this kind. Mail
   * programs show a button for it (RFC 8058). A GET must change nothing: programs open links, too.
   */
  unsubscribe?: string;
}

/** The server has not accepted the mail in time, and may still. */
class TooLate extends Error {
  /** As in nodemailer's errors. */
  readonly command = "DATA";
}

/**
 * A mail that was not sent does not count for the limit of its address.
 *
 * @param limit that of its kind, which has counted it
 * @throws if the server does not accept the mail
 */
async function sendLink(limit: LimitName, to: string, content: MailContent): Promise<void> {
  try {
    await sendMail(to, content);
  } catch (error) {
    // It may still arrive.
    if (error instanceof TooLate) throw error;
    // Loaded only now: it connects to the database, which a mail does not need otherwise.
    const { refund } = await import("~/server/http/rate-limit");
    await refund(limit, to);
    throw error;
  }
}

/**
 * Sends a mail of your own, also to people who are not users. `limit` counts it, before.
 *
 * @param to one address
 * @param mail its texts may contain what others have typed
 * @throws if the address is none, or the server does not accept the mail in time
 */
export async function sendMail(to: string, mail: MailContent): Promise<void> {
  const { email } = env();
  if (!email) throw new Error("Email is not configured.");
  const content = { ...mail, url: mailedLink(mail.url) };
  const sent = deliver(email.server, {
    from: { name: email.from.name ?? appConfig.name, address: email.from.address },
    // A list of addresses would go to all of them.
    to: normalizeEmail(to),
    subject: subjectOf(content),
    text: toText(content),
    html: toHtml(content),
    // Gmail shows mails with one subject as one conversation and folds all but some, unless each refers to another one
    // (workspaceupdates.googleblog.com/2019/03/threading-changes-in-gmail-conversation-view.html).
    references: `<${randomUUID()}@${email.from.address.split("@").at(-1)}>`,
    // No program answers it, such as one for absences (RFC 3834, 5).
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(content) },
  });
  // nodemailer limits each silence of the server. One that sends a little now and then could still take for ever.
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate("The mail server took too long.")), MAIL_MS);
  });
  await Promise.race([sent, tooLate]).finally(() => clearTimeout(timer));
}

async function deliver(server: MailServer, mail: SendMailOptions): Promise<void> {
  transporter ??= createTransporter(server);
  try {
    await (await transporter).sendMail(mail);
  } catch (error) {
    throw isWithoutTls(error) ? new Error(WITHOUT_TLS, { cause: error }) : error;
  }
}

/** The signature of the mail service (DKIM) has to cover these, or mail programs show no button. */
function unsubscribeHeaders({ unsubscribe }: MailContent): Record<string, string> {
  if (!unsubscribe) return {};
  return { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

function subjectOf({ title }: MailContent): string {
  return title.includes(appConfig.name) ? title : `${title} · ${appConfig.name}`;
}

function toText({ title, lead, button, url, code, end, unsubscribe }: MailContent): string {
  const codeParts = code ? [mailText.code, `    ${code}`, mailText.link] : [];
  const parts = [title, lead, ...codeParts, `${button}:\n${url}`, end];
  if (unsubscribe) parts.push(`${mailText.unsubscribe}:\n${unsubscribe}`);
  return `${parts.filter(Boolean).join("\n\n")}\n\n-- \n${appConfig.name}\n${new URL(url).origin}\n`;
}

/**
 * Mail clients ignore custom properties, so colours are inline. The stylesheet repeats them for dark mode. Pictures
 * have no place: clients load none from elsewhere, and spam filters take mails with one inside for advertising. Outlook
 * for Windows draws with Word, which ignores a link's padding and knows that of a table's cell, under a name of its
 * own.
 */
function toHtml({ title, lead, button, url: target, code, end, unsubscribe }: MailContent): string {
  const { background: page, card: surface, border: line, foreground: ink, primary: accent } = look.light;
  const { "muted-foreground": muted, "primary-foreground": onAccent } = look.light;
  const { dark, font, radius } = look;
  const controlRadius = Math.max(0, radius - 2);
  const url = escapeHtml(target);
  return `<!doctype html>
<html lang="${mailText.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: ${dark.background} !important; color: ${dark.foreground} !important; }
.card { background: ${dark.card} !important; border-color: ${dark.border} !important; }
.code { background: ${dark.background} !important; border-color: ${dark.border} !important; }
.muted, .muted a { color: ${dark["muted-foreground"]} !important; }
.button { background: ${dark.primary} !important; }
.button a { color: ${dark["primary-foreground"]} !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:32px 16px;background:${page};font:16px/1.5 ${font};color:${ink}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(lead)}</div>
<div class="card" style="max-width:440px;margin:0 auto;padding:28px 24px;background:${surface};border:1px solid ${line};border-radius:${radius}px">
<p class="muted" style="margin:0 0 16px;font-size:14px;font-weight:600;color:${muted}">${escapeHtml(appConfig.name)}</p>
<h1 style="margin:0 0 8px;font-size:20px;line-height:1.35">${escapeHtml(title)}</h1>
<p class="muted" style="margin:0 0 24px;color:${muted}">${escapeHtml(lead)}</p>
${code ? `<p style="margin:0 0 8px">${mailText.code}</p>\n<p class="code" style="margin:0 0 24px;padding:12px;background:${page};border:1px solid ${line};border-radius:${controlRadius}px;text-align:center;font:600 22px/1.4 ui-monospace,Consolas,monospace;letter-spacing:2px">${code}</p>\n<p style="margin:0 0 12px">${mailText.link}</p>\n` : ""}<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;border-collapse:separate"><tr><td class="button" style="border-radius:${controlRadius}px;background:${accent};mso-padding-alt:12px 24px"><a href="${url}" style="display:inline-block;padding:12px 24px;color:${onAccent};font-weight:600;text-decoration:none">${escapeHtml(button)}</a></td></tr></table>
<p class="muted" style="margin:0 0 24px;font-size:13px;color:${muted};overflow-wrap:anywhere;word-break:break-word">${mailText.copy}<br><a href="${url}" style="color:${muted}">${url}</a></p>
<p class="muted" style="margin:0;font-size:14px;color:${muted}">${escapeHtml(end)}</p>
${unsubscribe ? `<p class="muted" style="margin:16px 0 0;font-size:14px"><a href="${escapeHtml(unsubscribe)}" style="color:${muted}">${mailText.unsubscribe}</a></p>\n` : ""}</div>
<p class="muted" style="margin:16px 0 0;text-align:center;font-size:13px;color:${muted}">${escapeHtml(appConfig.name)} · ${escapeHtml(new URL(target).host)}</p>
</body>
</html>`;
}
