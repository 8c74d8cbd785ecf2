// SpamAssassin, Debian's package, with its own rules for a mail's content: it asks no other server.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../tests/support/temporary.ts";

/**
 * @param mails with all their headers
 * @returns the points of each, of which five make spam, with the rules that gave them
 */
export function spamPoints(mails: string[]): { points: number; report: string }[] {
  const mailbox = join(temporaryFolder(), "mbox");
  const texts = mails.map((mail) => `From app Wed Nov 25 00:00:00 2026\n${mail.replaceAll("\r\n", "\n")}\n`);
  writeFileSync(mailbox, texts.join(""));
  const { stdout, error } = spawnSync("spamassassin", ["--local", "--test-mode", "--mbox", mailbox], {
    encoding: "utf8",
  });
  if (error) throw new Error("These tests need SpamAssassin. On Debian: apt-get install spamassassin");
  const reports = stdout.split(/^Content analysis details: +/m).slice(1);
  if (reports.length !== mails.length) throw new Error(`SpamAssassin read ${reports.length} of ${mails.length} mails.`);
  return reports.map((report) => ({ points: Number(/^\((-?[\d.]+) points/.exec(report)?.[1]), report }));
}
