// The pages at /dev/mail/samples: each mail that the application can send, in both colour schemes and as text. Never
// part of a build.

import { importServer } from "../import-server.ts";
import { type Html, html, pageResponse } from "./html.ts";
import type { MailSample } from "./mail-samples.ts";
import { frame, linked, links } from "./mailbox.ts";

const TITLE = "What this application sends";
const BANNER = "Samples, as src/messages and src/server/mail have them now. Nobody has got these mails.";

/** @returns the handler of the pages, for everything below `<basePath>/samples` */
export function samplePages(basePath: string) {
  return async ({ url }: Request): Promise<Response> => {
    const { origin, pathname } = new URL(url);
    const { samplesAt } = await importServer<typeof import("./mail-samples.ts")>("scripts/dev/mail-samples.ts");
    const samples = samplesAt(origin);
    const path = `${basePath}/samples`;
    const name = pathname.slice(path.length).replace(/^\//, "");
    const sample = samples.find((each) => each.name === name);
    if (sample) return pageResponse(sample.subject, BANNER, samplePage(sample, path));
    if (name) return pageResponse(TITLE, BANNER, html`${links(path, TITLE)}<h1>There is no such mail</h1>`, 404);
    const rows = samples.map((each) => {
      return html`<li><a href="${path}/${each.name}">${each.subject}</a><div class="muted">${each.name}</div></li>`;
    });
    return pageResponse(TITLE, BANNER, html`${links(basePath)}<h1>${TITLE}</h1><ul>${rows}</ul>`);
  };
}

function samplePage({ subject, html: source, text }: MailSample, path: string): Html {
  return html`${links(path, TITLE)}
    <h1>${subject}</h1>
    <h2>Light</h2>
    ${frame("The mail in light colours", inScheme(source, "light"))}
    <h2>Dark</h2>
    ${frame("The mail in dark colours", inScheme(source, "dark"))}
    <h2>Text</h2>
    <pre>${linked(text)}</pre>`;
}

/** In Chromium, a frame has the system's colour scheme, even if its page asks for another one. */
function inScheme(source: string, scheme: string): string {
  return source.replace(/\(prefers-color-scheme:\s*(\w+)\)/g, (_, asked) =>
    asked === scheme ? "(width >= 0)" : "(width < 0)",
  );
}
