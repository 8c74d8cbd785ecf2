// EMAIL_SERVER as options for nodemailer. nodemailer would parse the URL itself with `url.parse()`, which Node
// deprecates, and ignore all other options. Its documentation lists the options that a URL's query can set.

import "server-only";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import type { MailServer } from "../email-settings";
import { MAIL_SILENCE_MS } from "../time-limits";

/** @param server as it was checked at the start */
export function smtpOptions({ url, auth }: MailServer): SMTPTransport.Options {
  const { protocol, hostname, port, searchParams } = url;
  const query = [...searchParams].map(([name, text]) => [name, typed(text)] as const);
  return {
    connectionTimeout: MAIL_SILENCE_MS,
    greetingTimeout: MAIL_SILENCE_MS,
    socketTimeout: MAIL_SILENCE_MS,
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

function typed(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^\d+$/.test(text) ? Number(text) : text;
}
