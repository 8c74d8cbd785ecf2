// HTML helpers for the pages of the development services. They have the application's colours.

import { escapeHtml } from "../../src/lib/escape-html.ts";
import look from "../../src/look.json" with { type: "json" };
import { STATIC_HEADERS } from "../../src/server/http/security-headers.ts";

/** A string of HTML that is inserted without escaping. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A template tag that escapes its values, except {@link Html}. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map((value) => [value].flat().map(render).join(""))));
}

function render(value: unknown): string {
  if (value instanceof Html) return value.text;
  return escapeHtml(String(value ?? ""));
}

const { light, dark } = look;
const tokens = Object.entries(light).map(
  ([name, color]) => `--${name}: light-dark(${color}, ${dark[name as keyof typeof dark]});`,
);

const STYLE = new Html(`
:root { ${tokens.join(" ")} color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); overflow-wrap: anywhere; }
.banner { padding: 10px 16px; text-align: center; background: var(--note-soft); color: var(--note); }
main { max-width: 40rem; margin: 32px auto; padding: 0 16px; }
h1 { font-size: 20px; }
h2 { font-size: 16px; }
label { display: block; margin: 12px 0 6px; }
input:not([type]), input[type="email"] { width: 100%; }
input, button { min-height: 44px; margin: 8px 8px 0 0; padding: 0 14px; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--field); border-radius: 10px; }
.go { background: var(--accent); color: var(--on-accent); }
ul { padding: 0; list-style: none; }
li { padding: 12px 0; border-top: 1px solid var(--line); }
a { margin-right: 16px; color: var(--link); }
pre { white-space: pre-wrap; font: inherit; }
iframe { width: 100%; height: 820px; border: 1px solid var(--line); }
.muted { color: var(--muted); }
`);

/** Over https a browser would keep HSTS for every other project on this host. */
const { "strict-transport-security": _, ...COMMON_HEADERS } = STATIC_HEADERS;

/**
 * Inline scripts and styles, and the pictures in mails. Forms may lead to the application, and no page may frame this
 * one.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
].join("; ");

/** @returns a complete page, with a banner that says it is simulated */
export function page(title: string, banner: string, body: Html, status = 200, head = html``): Response {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${head}
        <style>${STYLE}</style>
      </head>
      <body>
        <div class="banner" role="note">${banner}</div>
        <main>${body}</main>
      </body>
    </html>`;
  return new Response(document.text, {
    status,
    headers: {
      ...COMMON_HEADERS,
      "content-security-policy": POLICY,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
    },
  });
}
