// EMAIL_SERVER and EMAIL_FROM, checked at the start: otherwise, a wrong mail server fails at each sign-in.

import "server-only";
import { emailOrNull, isOwnSpelling } from "solid-authjs";

export interface EmailSettings {
  server: MailServer;
  from: Sender;
}

/** The mail server to which the application hands its mail. */
export interface MailServer {
  /** The protocol, host and port. The query has nodemailer's options. */
  url: URL;
  auth: { user: string; pass: string } | undefined;
}

export interface Sender {
  /** The sender's name. If it is undefined, the application's name is used. */
  name: string | undefined;
  address: string;
}

/**
 * The value of a variable, or the problem with it, as words after its name. The words quote no value: EMAIL_SERVER has
 * a password.
 */
export type Checked<Value> = { value: Value; problem?: undefined } | { value?: undefined; problem: string };

const EXAMPLE = "smtps://user:password@smtp.example.com:465";
const ENCODE =
  'In a user or a password, encode what has a meaning in a URL: "%" as %25, "/" as %2F, "?" as %3F, "#" as %23, "@" as %40.';

/** @param text an SMTP URL, like `smtps://user:password@smtp.example.com?tls.rejectUnauthorized=false` */
export function readMailServer(text: string): Checked<MailServer> {
  const url = URL.parse(text);
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol))
    return { problem: `must be an SMTP URL, like ${EXAMPLE}. ${ENCODE}` };
  const hasOptions = [...url.searchParams.keys()].every((name) => /^[a-z.]+$/i.test(name));
  if (url.hash || !["", "/"].includes(url.pathname) || !hasOptions)
    return { problem: `goes on after the host. It is an SMTP URL, like ${EXAMPLE}. ${ENCODE}` };
  const [user, pass] = [url.username, url.password].map(decoded);
  if (user === undefined || pass === undefined)
    return { problem: `has a user or a password with a "%" that encodes no character. Write it as %25.` };
  return { value: { url, auth: user ? { user, pass } : undefined } };
}

/** @returns undefined if the text is not percent-encoded UTF-8 */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** @param text `a@example.com`, `Acme <a@example.com>` or `"Acme, Inc." <a@example.com>` */
export function readSender(text: string): Checked<Sender> {
  const open = text.lastIndexOf("<");
  const isNamed = open >= 0 && text.endsWith(">");
  const address = (isNamed ? text.slice(open + 1, -1) : text).trim();
  // A sender may be on a host of the private network.
  const isAddress =
    emailOrNull(address.replace(/@[\w-]+$/, "$&.example")) !== null &&
    (/^[!-~]+$/.test(address) || isOwnSpelling(address));
  const name = isNamed ? plainName(text.slice(0, open).trim()) : "";
  if (isAddress && name !== undefined) return { value: { name: name || undefined, address } };
  return { problem: "must be one address, like sign-in@example.com or Acme <sign-in@example.com>." };
}

/** @returns a name without its quotation marks; undefined if the text is not a name (RFC 5322, 3.2.4) */
function plainName(text: string): string | undefined {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/gs, "$1").trim();
  return /[@<>"\\]/.test(text) ? undefined : text;
}
