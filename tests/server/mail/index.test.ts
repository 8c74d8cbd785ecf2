// Mails as a mail server gets them, from the sender to the last header.

import type { Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { engines } from "~/server/engines";
import appConfig from "../../../app.config";
import { type Mailbox, openMailbox } from "../../../scripts/dev/mailbox.ts";

const LINK = "https://app.example.com/sign-in/confirm?token=t&email=ada%40example.org";

let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await mailbox.close();
});

/** The application's mail, with a sender in EMAIL_FROM. The environment is read once, so its module is new. */
async function mailFrom(sender: string): Promise<typeof import("~/server/mail")> {
  vi.resetModules();
  vi.stubEnv("AUTH_SECRET", "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e");
  vi.stubEnv("DATABASE_URL", engines.exampleUrl);
  vi.stubEnv("EMAIL_SERVER", mailbox.url);
  vi.stubEnv("EMAIL_FROM", sender);
  return import("~/server/mail");
}

const valuesOf = (mails: Email[], name: string) =>
  mails.map(({ headers }) => headers.find(({ key }) => key === name)?.value);

describe("each mail", () => {
  let mails: Email[];
  let signIn: Email | undefined;

  /** Each kind comes twice. */
  beforeAll(async () => {
    const mail = await mailFrom("sign-in@example.com");
    for (const _ of ["first", "second"]) {
      await mail.sendSignInMail("ada@example.org", LINK, "123456");
      await mail.sendNewEmailMail("ada@example.org", LINK);
      await mail.sendEmailTakenMail("ada@example.org", LINK);
      await mail.sendSecurityMail("ada@example.org", "A passkey was added", "https://app.example.com/account");
    }
    mails = [...mailbox.mails];
    [signIn] = mails;
  });

  it("says that a program has sent it, so that no other program answers", () => {
    expect(valuesOf(mails, "auto-submitted")).toEqual(Array(8).fill("auto-generated"));
  });

  it("belongs to a conversation of its own, although its subject is the same", () => {
    const references = valuesOf(mails, "references");
    for (const reference of references) expect(reference).toMatch(/^<[\w-]+@example\.com>$/);
    expect(new Set([...references, ...valuesOf(mails, "message-id")]).size).toBe(2 * mails.length);
    expect(valuesOf(mails, "in-reply-to")).toEqual(mails.map(() => undefined));
  });

  it("shows no picture, inside or elsewhere, which spam filters count", () => {
    expect(mails).toHaveLength(8);
    for (const { attachments, html } of mails) {
      expect(attachments).toEqual([]);
      expect(html).not.toMatch(/<img|url\(|cid:/i);
    }
  });

  it("contains no link with the recipient right after `email=`, which spam filters count", () => {
    expect(signIn?.text).toContain("https://app.example.com/sign-in/confirm?token=t&email=+ada%40example.org");
    for (const { text, html } of mails) expect(`${text}${html}`).not.toContain("email=ada");
  });

  it("repeats its button's padding in a table's cell too, where Outlook for Windows reads it", () => {
    for (const { html } of mails)
      expect(html).toMatch(/<td class="button" style="[^"]*mso-padding-alt:12px 24px"><a href="/);
  });
});

describe("the sender", () => {
  it.each([
    ["a@example.com", { name: appConfig.name, address: "a@example.com" }],
    ["Acme <a@example.com>", { name: "Acme", address: "a@example.com" }],
    ['"Acme, \\"Inc.\\" (EU)" <a@example.com>', { name: 'Acme, "Inc." (EU)', address: "a@example.com" }],
    ["Zoë & Łukasz, 株式会社 <a@example.com>", { name: "Zoë & Łukasz, 株式会社", address: "a@example.com" }],
    ['"b@example.org" <a@example.com>', { name: "b@example.org", address: "a@example.com" }],
    [`${"Ünïcödé ".repeat(12)}<a@example.com>`, { name: "Ünïcödé ".repeat(12).trim(), address: "a@example.com" }],
    ["=?utf-8?q?a=0ABcc:_b=40example.org?= <a@example.com>", { name: expect.any(String), address: "a@example.com" }],
  ])("arrives as EMAIL_FROM says, and adds no header: %s", async (sender, expected) => {
    await (await mailFrom(sender)).sendSecurityMail("ada@example.org", "A title", LINK);
    const mail = mailbox.mails.at(-1);
    expect(mail?.from).toEqual(expected);
    expect(mail?.to).toEqual([{ name: "", address: "ada@example.org" }]);
    expect(mail?.headers.map(({ key }) => key).sort()).toEqual([
      "auto-submitted",
      "content-type",
      "date",
      "from",
      "message-id",
      "mime-version",
      "references",
      "subject",
      "to",
    ]);
  });
});
