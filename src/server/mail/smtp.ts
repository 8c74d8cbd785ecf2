// Hands mails to the server of EMAIL_SERVER, with nodemailer. nodemailer itself parses the URL with `url.parse()`,
// which Node deprecates, and ignores all other options. Its documentation lists the options that a URL's query can set.

import "server-only";
import type { SendMailOptions, Transporter } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import { isLoopback } from "solid-authjs/environment";
import type { MailServer } from "~/server/email-settings";
import { MAIL_SILENCE_MS } from "~/server/time-limits";

/** The message for the operator if {@link isWithoutTls} is true. */
const WITHOUT_TLS =
  "The mail server offers no TLS, and is on another machine. The password and the links would go there in clear text. " +
  "In a network of your own, EMAIL_SERVER can allow that: smtp://…?requireTLS=false";

/** Whether nodemailer's error says that the server has refused STARTTLS. */
export function isWithoutTls(error: unknown): boolean {
  return error instanceof Error && "response" in error && "code" in error && error.code === "ETLS";
}

/**
 * A password, and each link that signs in, leaves this machine only under TLS, unless the URL says `requireTLS=false`.
 * If TLS is not required, an attacker on the way can remove STARTTLS from the server's reply, and read them.
 *
 * @param server the settings, which were checked at the start
 */
export function smtpOptions({ url, auth }: MailServer): SMTPTransport.Options {
  const { protocol, hostname, port, searchParams } = url;
  const query = [...searchParams].map(([name, text]) => [name, optionValue(text)] as const);
  return {
    connectionTimeout: MAIL_SILENCE_MS,
    greetingTimeout: MAIL_SILENCE_MS,
    socketTimeout: MAIL_SILENCE_MS,
    ...(protocol === "smtp:" && !isLoopback(hostname) && { requireTLS: true }),
    ...Object.fromEntries(query.filter(([name]) => !name.includes("."))),
    tls: Object.fromEntries(
      query.flatMap(([name, value]) => (name.startsWith("tls.") ? [[name.slice(4), value]] : [])),
    ),
    secure: protocol === "smtps:",
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port ? Number(port) : undefined,
    auth,
  };
}

function optionValue(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^\d+$/.test(text) ? Number(text) : text;
}

let transporter: Promise<Transporter> | undefined;

/** nodemailer is loaded with the first mail, so the start does not wait for it. */
async function createTransporter(server: MailServer): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport(smtpOptions(server));
}

/** @throws if the server does not accept the mail */
export async function deliver(server: MailServer, mail: SendMailOptions): Promise<void> {
  transporter ??= createTransporter(server);
  try {
    await (await transporter).sendMail(mail);
  } catch (error) {
    throw isWithoutTls(error) ? new Error(WITHOUT_TLS, { cause: error }) : error;
  }
}
