// Sends the application's mail over SMTP, through nodemailer. In development the server is the local mailbox.

import "server-only";
import { createTransport, type Transporter } from "nodemailer";
import appConfig from "../../app.config";
import { env } from "./env";

/** The visitor waits for the mail server. In milliseconds. */
const TIMEOUT_MS = 10_000;

let transporter: Transporter | undefined;

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** @throws if the server does not take the mail */
async function sendMail(mail: Mail): Promise<void> {
  const { email } = env();
  if (!email) throw new Error("E-mail is not configured.");
  transporter ??= createTransport(withTimeouts(email.server));
  await transporter.sendMail({ from: { name: appConfig.name, address: email.from }, ...mail });
}

/** Nodemailer takes them from the URL: beside one, it reads no other option. */
function withTimeouts(server: string): string {
  const url = new URL(server);
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"])
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(TIMEOUT_MS));
  return url.href;
}

/**
 * @param to a normalised address
 * @param url where the link leads
 * @param minutes how long the link lives
 * @throws if the server does not take the mail
 */
export function sendSignInMail(to: string, url: string, minutes: number): Promise<void> {
  const host = new URL(url).host;
  return sendMail({
    to,
    subject: `Sign in to ${appConfig.name}`,
    text: [
      `Sign in to ${appConfig.name} (${host}):`,
      url,
      `The link works once, for ${minutes} minutes. If you did not ask for it, ignore this mail: nobody gets in without it.`,
    ].join("\n\n"),
    html: signInHtml(url, host, minutes),
  });
}

function signInHtml(url: string, host: string, minutes: number): string {
  const name = escapeHtml(appConfig.name);
  const href = escapeHtml(url);
  return `<!doctype html>
<html lang="en">
<body style="margin:0;padding:40px 16px;background:#f7f6f4;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#292524">
<div style="max-width:440px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e7e5e4;border-radius:12px">
<h1 style="margin:0 0 8px;font-size:20px">Sign in to ${name}</h1>
<p style="margin:0 0 24px;color:#57534e">You asked for a link to sign in at ${escapeHtml(host)}.</p>
<p style="margin:0 0 24px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#4338ca;color:#fff;font-weight:600;text-decoration:none">Sign in</a></p>
<p style="margin:0;font-size:14px;color:#57534e">The link works once, for ${minutes} minutes. If you did not ask for it, ignore this mail: nobody gets in without it.</p>
</div>
</body>
</html>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
