// HTML helpers for the pages of the development services. They have the application's look: its tokens and its logo.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { STATIC_HEADERS } from "../../src/server/http/security-headers.ts";
import { readLook } from "../look.ts";

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
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return String(value ?? "").replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const source = (file: string) => readFileSync(join(import.meta.dirname, "../../src", file), "utf8");

/** The tokens of src/app.css, and rules for these pages only. */
const style = () =>
  new Html(`
:root { ${readLook(source("app.css")).declarations} color-scheme: light dark; font: 15px/1.6 var(--font-sans); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--foreground); -webkit-font-smoothing: antialiased; }
.banner { padding: 10px 16px; text-align: center; font-size: 14px; background: var(--color-note-soft); color: var(--color-note); }
main { max-width: 40rem; margin: 32px auto; padding: 0 16px; }
.card { padding: clamp(20px, 5vw, 32px); border: 1px solid var(--border); border-radius: var(--radius-lg); box-shadow: var(--shadow-card); background: var(--card); }
.logo { width: 36px; height: 36px; margin-bottom: 20px; color: var(--primary); }
.logo > svg { display: block; width: 100%; height: 100%; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.4; letter-spacing: -0.025em; font-weight: 600; overflow-wrap: anywhere; }
h2 { margin: 24px 0 8px; font-size: 16px; font-weight: 600; }
p { margin: 0 0 16px; }
label { display: block; margin: 12px 0 6px; font-weight: 500; font-size: 14px; }
input:not([type]), input[type="email"] { width: 100%; min-height: 44px; padding: 0 14px; font: inherit; font-size: 16px; color: inherit; background: var(--card); border: 1px solid var(--input); border-radius: var(--radius-md); }
button { min-height: 44px; padding: 0 16px; font: inherit; font-weight: 500; border: 1px solid var(--color-edge); border-radius: var(--radius-md); background: var(--card); color: inherit; cursor: pointer; }
button:hover { background: var(--muted); border-color: var(--input); }
.go, .go:hover { background: var(--primary); border-color: transparent; color: var(--primary-foreground); }
.go:hover { background: var(--color-primary-hover); }
.row { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 16px; }
nav { display: flex; gap: 16px; margin-bottom: 20px; font-size: 14px; }
ul { margin: 16px 0 0; padding: 0; list-style: none; }
li { border-top: 1px solid var(--border); padding: 12px 0; overflow-wrap: anywhere; }
a { color: var(--color-link); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
iframe { width: 100%; height: 820px; border: 1px solid var(--border); border-radius: var(--radius-md); }
@media (max-width: 30rem) { iframe { height: 1080px; } }
.muted { color: var(--muted-foreground); font-size: 14px; overflow-wrap: anywhere; }
`);

/**
 * Over https, a browser applies HSTS to every other project on this host, too. The policy of static files allows no
 * script, and mails link to pictures anywhere.
 */
const { "strict-transport-security": _, "content-security-policy": __, ...COMMON_HEADERS } = STATIC_HEADERS;

/** @returns a complete page, with a banner that says that the page is simulated */
export function pageResponse(title: string, banner: string, body: Html, status = 200): Response {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>${style()}</style>
      </head>
      <body>
        <div class="banner" role="note">${banner}</div>
        <main><div class="card"><div class="logo" aria-hidden="true">${new Html(source("mark.svg"))}</div>${body}</div></main>
      </body>
    </html>`;
  return new Response(document.text, {
    status,
    headers: {
      ...COMMON_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
    },
  });
}
