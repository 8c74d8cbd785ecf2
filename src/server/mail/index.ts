// Sends the application's mail over SMTP, through nodemailer. In development the server is the local mailbox.

import "server-only";
import { createTransport, type Transporter } from "nodemailer";
import appConfig from "../../../app.config";
import { env } from "../env";
import { escapeHtml } from "../http/escape-html";
import { look } from "../http/look";
import { log } from "../log";
import { smtpOptions } from "./smtp";

/** The lifetime of a link in a mail. Anyone who finds the link in the inbox could use it, so it expires soon. */
export const LINK_MINUTES = 10;

let transporter: Transporter | undefined;

/**
 * @param to a normalised address
 * @param url the target of the link
 * @throws if the server does not accept the mail
 */
export function sendSignInMail(to: string, url: string): Promise<void> {
  return sendMail(to, {
    title: `Sign in to ${appConfig.name}`,
    lead: `You asked for a link to sign in at ${new URL(url).host}.`,
    button: { label: "Sign in", url },
    end: `The link works once, for ${LINK_MINUTES} minutes. If you did not ask for it, you can ignore this e-mail. Without the link, nobody can sign in.`,
  });
}

/** Like {@link sendSignInMail}, for a user's new address. */
export function sendAddressMail(to: string, url: string): Promise<void> {
  return sendMail(to, {
    title: `Confirm your new address`,
    lead: `You asked to use this address for your account at ${new URL(url).host}.`,
    button: { label: "Confirm the address", url },
    end: `The link works once, for ${LINK_MINUTES} minutes. If you did not ask for it, you can ignore this e-mail. Nothing will change.`,
  });
}

/**
 * Replaces {@link sendAddressMail} if the address belongs to another account. It fails in the same way: while the mail server is down, a
 * different answer would reveal who has an account.
 */
export function sendAddressTakenMail(to: string, url: string): Promise<void> {
  return sendMail(to, {
    title: "Somebody asked to use your address for another account",
    lead: `This happened just now at ${new URL(url).host}.`,
    button: { label: `Go to ${appConfig.name}`, url },
    end: "Nothing has changed. If this was you: this address already has its own account, and you can sign in with it.",
  });
}

/**
 * Notifies a user about a change to their account. Never fails, because the change has already happened.
 *
 * @param to the user's address; without mail or without an address, nothing is sent
 * @param title the change, as a sentence
 * @param url the page on which the user can check and undo it
 * @param end what to do if somebody else made the change
 */
export async function sendNoticeMail(
  to: string | null | undefined,
  title: string,
  url: string,
  end = "If this was not you, sign in, remove any sign-in method you don't recognise on your account page, and sign out all other sessions.",
): Promise<void> {
  if (!to || !env().email) return;
  const { host } = new URL(url);
  const lead = `This happened just now at ${host}. If this was you, you don't need to do anything.`;
  try {
    await sendMail(to, { title, lead, button: { label: `Go to ${appConfig.name}`, url }, end });
  } catch (error) {
    log.error("a notification could not be mailed", error);
  }
}

interface Content {
  title: string;
  lead: string;
  button: { label: string; url: string };
  end: string;
}

/** @throws if the server does not accept the mail */
async function sendMail(to: string, { title, lead, button, end }: Content): Promise<void> {
  const { email } = env();
  if (!email) throw new Error("E-mail is not configured.");
  transporter ??= createTransport(smtpOptions(email.server));
  await transporter.sendMail({
    from: { name: appConfig.name, address: email.from },
    to,
    subject: title,
    text: [title, lead, button.url, end].join("\n\n"),
    html: toHtml({ title, lead, button, end }),
  });
}

function toHtml({ title, lead, button, end }: Content): string {
  const { page, surface, line, ink, muted, accent, "on-accent": onAccent } = look.light;
  return `<!doctype html>
<html lang="en">
<body style="margin:0;padding:40px 16px;background:${page};font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:${ink}">
<div style="max-width:440px;margin:0 auto;padding:32px;background:${surface};border:1px solid ${line};border-radius:12px">
<h1 style="margin:0 0 8px;font-size:20px">${escapeHtml(title)}</h1>
<p style="margin:0 0 24px;color:${muted}">${escapeHtml(lead)}</p>
<p style="margin:0 0 24px"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p style="margin:0;font-size:14px;color:${muted}">${escapeHtml(end)}</p>
</div>
</body>
</html>`;
}
