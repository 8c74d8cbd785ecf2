// The look of a mail: its subject, its link, its text and its HTML. To change the design, change `toHtml`.

import "server-only";
import look from "~/look.json";
import { direction, language } from "~/messages/language";
import { mailText } from "~/messages/mail";
import { escapeHtml } from "~/server/http/escape-html";
import appConfig from "../../../app.config";

/** A mail with a link. Each text is one line. */
export interface MailContent {
  /** The title is also the subject, with the application's name. */
  title: string;
  /** A mail program's list shows this text beside the subject. */
  lead: string;
  /** The label of the link. */
  button: string;
  url: string;
  code?: string;
  end: string;
  /**
   * The URL where a POST without a session ends mails of this kind, for a mail that its recipient has not requested.
   * Mail programs show a button for it (RFC 8058). A GET must change nothing: programs open links, too.
   */
  unsubscribe?: string;
}

/**
 * A link in the form for mails. A space stands before the address, because spam filters recognise phishing by `email=`
 * and the recipient. The space is removed when the address is normalised.
 */
export function mailedLink(url: string): string {
  const link = new URL(url);
  const email = link.searchParams.get("email");
  if (email) link.searchParams.set("email", ` ${email}`);
  return link.href;
}

export function subjectOf({ title }: MailContent): string {
  return title.includes(appConfig.name) ? title : `${title} · ${appConfig.name}`;
}

export function toText({ title, lead, button, url, code, end, unsubscribe }: MailContent): string {
  const codeParts = code ? [mailText.code, `    ${code}`, mailText.link] : [];
  const parts = [title, lead, ...codeParts, `${button}:\n${url}`, end];
  if (unsubscribe) parts.push(`${mailText.unsubscribe}:\n${unsubscribe}`);
  return `${parts.filter(Boolean).join("\n\n")}\n\n-- \n${appConfig.name}\n${new URL(url).origin}\n`;
}

/**
 * Mail clients ignore custom properties, so colours are inline. The stylesheet repeats them for dark mode. Mails have
 * no pictures: clients load none from elsewhere, and spam filters treat mails with an embedded picture as advertising.
 * Outlook for Windows draws with Word, which ignores a link's padding. Word supports the padding of a table's cell,
 * under a different name.
 */
export function toHtml({ title, lead, button, url: target, code, end, unsubscribe }: MailContent): string {
  const { background: page, card: surface, border: line, foreground: ink, primary: accent } = look.light;
  const { "muted-foreground": muted, "primary-foreground": onAccent } = look.light;
  const { dark, font, radius } = look;
  const controlRadius = Math.max(0, radius - 2);
  const url = escapeHtml(target);
  return `<!doctype html>
<html lang="${language()}" dir="${direction()}">
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
