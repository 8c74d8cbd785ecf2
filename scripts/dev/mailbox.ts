// The development mailbox: an SMTP server that keeps what it is sent, and pages that show it. The application sends to it as to
// any other server. The development server mounts the pages at /dev/mail; the tests use the SMTP server. Never part of a build.

import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { html, page } from "./html.ts";

const BANNER = "Development mailbox. Mail the application sends is kept here, in memory, and goes nowhere.";
const KEPT_MAILS = 100;

export interface Mailbox {
  /** For EMAIL_SERVER. */
  url: string;
  /** Newest last. */
  mails: Email[];
  /** Pages for everything below `basePath`. */
  handler: (request: Request) => Response;
  close: () => Promise<void>;
}

/** @param options `basePath`: where the pages are mounted; `reject`: answers every mail with a refusal while it returns true */
export async function openMailbox({
  basePath = "/dev/mail",
  reject = () => false,
}: {
  basePath?: string;
  reject?: () => boolean;
} = {}): Promise<Mailbox> {
  const mails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        if (reject()) {
          // As real servers put it: with the address, which must not end in a log.
          const refusal = `<${envelope.rcptTo[0]?.address}>: Mailbox unavailable`;
          return done(Object.assign(new Error(refusal), { responseCode: 550 }));
        }
        try {
          mails.push(await PostalMime.parse(Buffer.concat(chunks)));
          mails.splice(0, mails.length - KEPT_MAILS);
          done();
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)));
        }
      });
    },
  });
  await new Promise<void>((resolve, fail) => {
    server.once("error", fail);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    handler: (request) => show(new URL(request.url).pathname.slice(basePath.length), basePath, mails),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function show(path: string, basePath: string, mails: Email[]): Response {
  const index = Number(path.slice(1)) - 1;
  const mail = path.length > 1 ? mails[index] : undefined;
  if (mail) return page(mail.subject ?? "Mail", BANNER, letter(mail, basePath));
  if (path.length > 1)
    return page("Mailbox", BANNER, html`<h1>There is no such mail</h1><a href="${basePath}">All mail</a>`, 404);
  const rows = mails.map((mail, index) => row(mail, `${basePath}/${index + 1}`)).reverse();
  const list = rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p>Nothing yet. Mail appears here when you reload.</p>`;
  return page("Mailbox", BANNER, html`<h1>Mailbox</h1>${list}`);
}

function row(mail: Email, href: string) {
  const time = mail.date ? new Date(mail.date).toLocaleTimeString() : "";
  return html`<li><a href="${href}">${mail.subject}</a><div class="muted">To ${recipients(mail)} · ${time}</div></li>`;
}

function letter(mail: Email, basePath: string) {
  // In a sandbox without scripts; a click on the mail's link opens it in the whole window.
  const source = `<base target="_top">${mail.html ?? ""}`;
  return html`<h1>${mail.subject}</h1>
    <p class="muted">From ${mail.from?.address} to ${recipients(mail)} · <a href="${basePath}">All mail</a></p>
    <h2>Text</h2>
    <pre>${linked(mail.text ?? "")}</pre>
    <h2>HTML</h2>
    <iframe title="The mail's HTML" sandbox="allow-top-navigation-by-user-activation" srcdoc="${source}"></iframe>`;
}

function linked(text: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}

function recipients({ to }: Email): string {
  return to?.map(({ address }) => address).join(", ") ?? "";
}
