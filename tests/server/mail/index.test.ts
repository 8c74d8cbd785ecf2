// Mails as a mail server gets them, from the sender to the last header.

import type { Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deviceText } from "~/messages/devices";
import { linkMails, mailText } from "~/messages/mail";
import { engines } from "~/server/engines";
import appConfig from "../../../app.config";
import { type Mailbox, openMailbox } from "../../../scripts/dev/mailbox.ts";
import { inRequest, ORIGIN, useApplication } from "../../support/request";

const LINK = "https://app.example.com/sign-in/confirm?token=t&email=ada%40example.org";

let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
});

afterAll(() => mailbox.close());

/** The application's mail, with a sender in EMAIL_FROM. The environment is read once, so its module is new. */
async function mailFrom(sender: string): Promise<typeof import("~/server/mail")> {
  useApplication({ url: engines.exampleUrl ?? "" }, { EMAIL_SERVER: mailbox.url, EMAIL_FROM: sender });
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
      for (const kind of ["newEmail", "emailTaken"] as const)
        await mail.sendNewEmailMail("ada@example.org", LINK, kind);
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

  it("shows nothing of the page to return to, which the person who asks for the mail of another one can choose", async () => {
    const page = "https://app.example.com/ACCOUNT-LOCKED?call=0800+555+0100";
    const { sendSignInMail } = await mailFrom("sign-in@example.com");
    await sendSignInMail("ada@example.org", `${LINK}&${new URLSearchParams({ callbackUrl: page })}`);
    const { text, html } = mailbox.mails.at(-1) ?? {};
    for (const word of ["LOCKED", "0800"]) expect(`${text}${html}`).not.toContain(word);
  });

  it("repeats its button's padding in a table's cell too, where Outlook for Windows reads it", () => {
    for (const { html } of mails)
      expect(html).toMatch(/<td class="button" style="[^"]*mso-padding-alt:12px 24px"><a href="/);
  });
});

it("a mail names the device that sent the request, and none in the words of the client", async () => {
  const { sendSecurityMail } = await mailFrom("sign-in@example.com");
  const from = async (userAgent: string) => {
    const request = new Request(ORIGIN, { headers: { "user-agent": userAgent } });
    await inRequest(request, () => sendSecurityMail("ada@example.com", "A passkey was added", ORIGIN));
    // The words before the device and after it.
    const [, before = "", after = ""] = linkMails.security("", "|", "|").lead.split("|");
    return mailbox.mails.at(-1)?.text?.split(before)[1]?.split(after)[0];
  };
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  expect(await from(firefox)).toBe(deviceText.browserOn("Firefox", "Linux"));
  expect(await from("Call 0800 555 0100 now/1.0 (y)")).toBe(mailText.unknownDevice);
  expect(await from("")).toBe(mailText.unknownDevice);
});

describe("the sender", () => {
  it.each([
    ["a@example.com", { name: appConfig.name, address: "a@example.com" }],
    ['"Acme, \\"Inc.\\" (EU)" <a@example.com>', { name: 'Acme, "Inc." (EU)', address: "a@example.com" }],
    ["Zoë & Łukasz, 株式会社 <a@example.com>", { name: "Zoë & Łukasz, 株式会社", address: "a@example.com" }],
    ["=?utf-8?q?a=0ABcc:_b=40example.org?= <a@example.com>", { name: expect.any(String), address: "a@example.com" }],
  ])("arrives as EMAIL_FROM says, and adds no header: %s", async (sender, expected) => {
    await (await mailFrom(sender)).sendSecurityMail("ada@example.org", "A title", LINK);
    const mail = mailbox.mails.at(-1);
    expect(mail?.from).toEqual(expected);
    expect(mail?.to).toEqual([{ name: "", address: "ada@example.org" }]);
    const names = "auto-submitted content-type date from message-id mime-version references subject to";
    expect(mail?.headers.map(({ key }) => key).sort()).toEqual(names.split(" "));
  });
});

describe("a mail of the owner's, to a person who is no user", () => {
  const UNSUBSCRIBE = `https://app.example.com/api/unsubscribe?to=grace%40example.org&token=${"t".repeat(60)}`;
  const mail = { title: "News", lead: "There is news.", button: "Read", url: "https://app.example.com/", end: "Bye." };

  it("shows the button of RFC 8058 and a link to end mails of its kind, and a mail that was asked for has none", async () => {
    const { sendMail } = await mailFrom("news@example.com");
    await sendMail("grace@example.org", { ...mail, unsubscribe: UNSUBSCRIBE });
    const [sent] = mailbox.mails.slice(-1);
    expect(valuesOf(mailbox.mails.slice(-1), "list-unsubscribe")).toEqual([`<${UNSUBSCRIBE}>`]);
    expect(valuesOf(mailbox.mails.slice(-1), "list-unsubscribe-post")).toEqual(["List-Unsubscribe=One-Click"]);
    expect(sent?.text).toContain(`${mailText.unsubscribe}:\n${UNSUBSCRIBE}\n`);
    expect(sent?.html).toContain(`<a href="${UNSUBSCRIBE.replace("&", "&amp;")}"`);
    await sendMail("grace@example.org", mail);
    expect(valuesOf(mailbox.mails.slice(-1), "list-unsubscribe")).toEqual([undefined]);
    expect(mailbox.mails.at(-1)?.html).not.toContain(mailText.unsubscribe);
  });

  it("carries a hostile text as text: it adds no header, no recipient and no element", async () => {
    const { sendMail } = await mailFrom("news@example.com");
    const hostile = 'Eve <script>alert(1)</script>"\r\nBcc: eve@example.net\r\n\r\n<img src=x>';
    await sendMail("grace@example.org", { ...mail, title: hostile, lead: hostile, button: hostile, end: hostile });
    const sent = mailbox.mails.at(-1);
    expect([sent?.to?.length, sent?.bcc, valuesOf([sent as Email], "bcc")]).toEqual([1, undefined, [undefined]]);
    expect(sent?.subject).toContain("Bcc: eve@example.net");
    expect(sent?.html).not.toMatch(/<script|<img/);
  });

  it.each(["a@example.org, b@example.org", "A <a@example.org>", "a@example.org\r\nBcc: b@example.org", ""])(
    "goes to one address, and not to a list: %j",
    async (to) => {
      const { sendMail } = await mailFrom("news@example.com");
      const before = mailbox.mails.length;
      await expect(sendMail(to, mail)).rejects.toThrow("Not an email address.");
      expect(mailbox.mails).toHaveLength(before);
    },
  );
});
