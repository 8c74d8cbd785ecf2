// The development mailbox: an SMTP server that keeps mail until it stops, and pages that show it. The application uses
// it like any other mail server. The development server mounts the pages at /dev/mail; the tests use the SMTP server.
// It is never part of a build.

import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { type Html, html, pageResponse } from "./html.ts";

const BANNER = "Development mailbox. The application's mail is stored here and is not delivered.";

/** Beyond this limit the oldest mails are deleted. */
const KEPT_MAILS = 100;

/** How often an open page checks for new mail. */
const REFRESH_SECONDS = 1;

interface Letter {
  /** A number that grows with each mail, and is a part of the mail's URL. */
  id: number;
  mail: Email;
}

export interface Mailbox {
  /** The URL for EMAIL_SERVER. */
  url: string;
  /** Newest last. */
  readonly mails: Email[];
  /** Pages for everything below `basePath`; `<basePath>/newest?to=<address>` leads to the newest mail to an address. */
  handler: (request: Request) => Response;
  close: () => Promise<void>;
}

/**
 * @param options `basePath`: the path of the pages; `reject`: the server refuses each recipient with this reply, if any
 */
export async function openMailbox({
  basePath = "/dev/mail",
  reject = () => undefined,
}: {
  basePath?: string;
  reject?: () => string | undefined;
} = {}): Promise<Mailbox> {
  const letters: Letter[] = [];

  async function keep(source: Buffer): Promise<void> {
    const mail = await PostalMime.parse(source);
    letters.push({ id: (letters.at(-1)?.id ?? 0) + 1, mail });
    if (letters.length > KEPT_MAILS) letters.shift();
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    // By default, the server asks DNS about 127.0.0.1 with each mail.
    disableReverseLookup: true,
    onRcptTo({ address }, _, done) {
      const reply = reject();
      if (!reply) return done();
      // Real servers also name the address in a refusal, and it must not get into the log.
      const refusal = new Error(`${reply.slice(4)} <${address}>`);
      done(Object.assign(refusal, { responseCode: Number(reply.slice(0, 3)) }));
    },
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        try {
          await keep(Buffer.concat(chunks));
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
  // A client may disconnect in the middle of a mail. Without a listener, its error ends the development server.
  server.on("error", () => {});
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    get mails() {
      return letters.map(({ mail }) => mail);
    },
    handler: (request) => mailboxResponse(new URL(request.url), basePath, letters),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function mailboxResponse({ pathname, searchParams }: URL, basePath: string, letters: Letter[]): Response {
  const name = pathname.slice(basePath.length).replace(/^\//, "");
  if (name === "") return listResponse(letters, basePath);
  if (name === "newest") return newestResponse(letters, basePath, searchParams.get("to") ?? "");
  const letter = letters.find(({ id }) => String(id) === name);
  if (letter) return pageResponse(letter.mail.subject ?? "Mail", BANNER, mailPage(letter.mail, basePath));
  return pageResponse("Mailbox", BANNER, html`${links(basePath)}<h1>There is no such mail</h1>`, 404);
}

function listResponse(letters: Letter[], basePath: string): Response {
  const rows = letters.map(({ id, mail }) => row(mail, `${basePath}/${id}`)).reverse();
  const mails =
    rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p>No mail yet. New mail appears here automatically.</p>`;
  return pageResponse(
    "Mailbox",
    BANNER,
    html`${links()}<h1>Mailbox</h1>${refreshing(mails)}
      <p><a href="${basePath}/samples">What this application sends</a></p>`,
  );
}

function newestResponse(letters: Letter[], basePath: string, to: string): Response {
  const letter = letters.findLast(({ mail }) => recipients(mail).toLowerCase().split(", ").includes(to.toLowerCase()));
  if (letter) return new Response(null, { status: 302, headers: { location: `${basePath}/${letter.id}` } });
  const waiting = html`<p>There is no mail to ${to} yet. It will open here automatically.</p>`;
  return pageResponse("Mailbox", BANNER, html`${links(basePath)}<h1>Newest mail</h1>${refreshing(waiting)}`);
}

/** The part of a page that updates when mail arrives. It is replaced only if its content has changed. */
function refreshing(content: Html): Html {
  return html`<div id="refreshing" aria-live="polite">${content}</div>
    <script>
      setInterval(async () => {
        // The development server may be restarting.
        const response = await fetch(location.href).catch(() => undefined);
        if (!response?.ok) return;
        if (response.redirected) return location.replace(response.url);
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        const [shown, current] = [document, page].map((each) => each.getElementById("refreshing"));
        if (current && shown.innerHTML !== current.innerHTML) shown.replaceChildren(...current.childNodes);
      }, ${REFRESH_SECONDS * 1000});
    </script>`;
}

export function links(back?: string, label = "All mail"): Html {
  return html`<nav>${back && html`<a href="${back}">${label}</a>`} <a href="/">Back to the application</a></nav>`;
}

function row(mail: Email, href: string): Html {
  const time = mail.date ? new Date(mail.date).toLocaleString() : "";
  return html`<li><a href="${href}">${mail.subject}</a><div class="muted">To ${recipients(mail)} · ${time}</div></li>`;
}

function mailPage(mail: Email, basePath: string): Html {
  return html`${links(basePath)}
    <h1>${mail.subject}</h1>
    <p class="muted">From ${mail.from?.address} to ${recipients(mail)}</p>
    ${mail.html && html`<h2>HTML</h2>${frame("The mail's HTML", mail.html)}`}
    <h2>Text</h2>
    <pre>${linked(mail.text ?? "")}</pre>`;
}

/** A sandbox without scripts. A click on a link in the mail opens it in the whole window. */
export function frame(title: string, source: string): Html {
  const framed = `<base target="_top">${source}`;
  return html`<iframe title="${title}" sandbox="allow-top-navigation-by-user-activation" srcdoc="${framed}"></iframe>`;
}

export function linked(text: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}

function recipients({ to }: Email): string {
  return to?.map(({ address }) => address).join(", ") ?? "";
}
