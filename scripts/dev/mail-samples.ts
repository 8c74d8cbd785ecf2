// Each mail of src/messages/mail.ts as the application sends it, with sample words. /dev/mail/samples shows them
// (sample-pages.ts), and loads this module with scripts/import-server.ts, so that the mails follow changes of the
// files.

import { linkMails, mailSamples, mailText, newBrowserMail, securityMailTitles, undoMail } from "~/messages/mail";
import { type MailContent, subjectOf, toHtml, toText } from "~/server/mail/layout";

export interface MailSample {
  /** As in src/messages/mail.ts. */
  name: string;
  subject: string;
  html: string;
  text: string;
}

/** A person and a number, for mails without a line in `mailSamples`. */
const WORDS = ["grace@example.com", "2026-12"];

/** The ends of mails that do not have the usual end. */
const ENDS: { [Name in keyof typeof securityMailTitles]?: Partial<MailContent> } = {
  newBrowser: newBrowserMail,
  emailChanged: undoMail,
  emailRestored: { end: mailText.restoredEnd },
  accountDeleted: { end: mailText.deletedEnd },
};

/** @param origin the application's, to which the links lead */
export function samplesAt(origin: string): MailSample[] {
  const { host } = new URL(origin);
  const texts = Object.entries(linkMails).map(([name, text]): [string, Partial<MailContent>] => {
    const words = mailSamples[name as keyof typeof linkMails] ?? WORDS;
    return [name, Reflect.apply(text, undefined, [host, ...words])];
  });
  const { security, ...others } = Object.fromEntries(texts);
  const changes = Object.entries(securityMailTitles).map(([name, title]): [string, Partial<MailContent>] => {
    const own = ENDS[name as keyof typeof securityMailTitles];
    return [name, { ...security, ...own, title: typeof title === "string" ? title : title("GitHub") }];
  });
  return [...Object.entries(others), ...changes].map(([name, text]) => {
    const mail = { ...text, url: `${origin}/account`, ...(name === "signIn" && { code: "KXTB-WZHC" }) } as MailContent;
    return { name, subject: subjectOf(mail), html: toHtml(mail), text: toText(mail) };
  });
}
