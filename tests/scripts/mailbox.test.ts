import { createTransport, type Transporter } from "nodemailer";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { linkMails, securityMailTitles } from "~/messages/mail";
import { readMailServer } from "~/server/email-settings";
import { smtpOptions } from "~/server/mail/smtp";
import { samplesAt } from "../../scripts/dev/mail-samples.ts";
import { type Mailbox, openMailbox } from "../../scripts/dev/mailbox.ts";

let mailbox: Mailbox;
let transport: Transporter;

beforeEach(async () => {
  mailbox = await openMailbox();
  // The mail server delays each new connection by a tenth of a second.
  const { value } = readMailServer(`${mailbox.url}?pool=true`);
  transport = createTransport(value && smtpOptions(value));
});

afterEach(async () => {
  transport.close();
  await mailbox.close();
});

async function send(to: string, { subject = `For ${to}`, text = "Text", html = "<b>HTML</b>" } = {}): Promise<void> {
  await transport.sendMail({ from: "app@localhost", to, subject, text, html });
}

const get = (path: string) => mailbox.handler(new Request(`http://localhost:3000/dev/mail${path}`));
const page = (path: string) => get(path).text();

/** Expects texts in this order. */
function expectInOrder(text: string, ...parts: string[]): void {
  const places = parts.map((part) => text.indexOf(part));
  expect(places, String(parts)).not.toContain(-1);
  expect(places, String(parts)).toEqual(places.toSorted((a, b) => a - b));
}

describe("the pages", () => {
  it("list the newest mail first, and show a mail's HTML, then its text, with a link back", async () => {
    await send("first@example.com");
    await send("second@example.com", { subject: "Second", text: "Go to https://app.example/x?a=1&b=2 now" });
    expectInOrder(await page(""), '<a href="/">Back to the application</a>', "Second", "For first@example.com");
    expectInOrder(await page("/2"), '<a href="/dev/mail">All mail</a>', "<iframe", "<pre>");
    expect(await page("/2")).toContain('<a href="https://app.example/x?a=1&amp;b=2">');
    expect(await page("/2")).toContain('<a href="/">Back to the application</a>');
  });

  it("run no script of a mail, and no other page can frame them", async () => {
    await send("ada@example.com", { subject: "<script>1</script>", text: "<script>2</script>", html: '"><script>3' });
    for (const path of ["", "/1"]) expect(await page(path)).not.toMatch(/<script>[123]/);
    expect(get("").headers.get("x-frame-options")).toBe("DENY");
    // A browser would keep it for other projects on this host.
    expect(get("").headers.has("strict-transport-security")).toBe(false);
  });

  it("redirect to the newest mail to an address, and say that there is none yet", async () => {
    for (const to of ["ada@example.com", "ada@example.com", "grace@example.com"]) await send(to);
    expect(get("/newest?to=ADA@Example.com").headers.get("location")).toBe("/dev/mail/2");
    expect(await page("/newest?to=bob@example.com")).toContain("no mail to bob@example.com yet");
  });
});

const MAILS = [...Object.keys(linkMails), ...Object.keys(securityMailTitles)].filter((name) => name !== "security");

it.each(MAILS)(
  "the mail %s has a sample; if a word is missing in it, `mailSamples` of src/messages/mail.ts needs a line",
  (name) => {
    const sample = samplesAt("http://localhost:3000").find((each) => each.name === name);
    expect(sample?.text).toContain("http://localhost:3000/account");
    expect(`${sample?.subject} ${sample?.text} ${sample?.html}`).not.toMatch(/undefined|\[object|NaN/);
  },
);
