// HTML helpers for the pages of the development services.

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

/** @returns a complete page, with a banner that says it is simulated */
export function page(title: string, banner: string, body: Html, status = 200, head = html``): Response {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${head}
        <style>
          :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
          body { margin: 0; background: light-dark(#f6f8fa, #16191d); color: light-dark(#1f2328, #e6e8eb); }
          .banner { padding: 10px 16px; text-align: center; font-size: 14px; background: light-dark(#fff3cd, #4a3b10); color: light-dark(#664d03, #ffe69c); }
          main { max-width: 40rem; margin: 32px auto; padding: 0 16px; }
          .card { padding: 24px; border: 1px solid light-dark(#d8dee4, #363b42); border-radius: 12px; background: light-dark(#fff, #1f2328); }
          h1 { margin: 0 0 16px; font-size: 22px; }
          h2 { font-size: 16px; }
          label { display: block; margin: 12px 0 4px; font-weight: 600; font-size: 14px; }
          input:not([type]), input[type="email"] { box-sizing: border-box; width: 100%; min-height: 44px; padding: 0 12px; font: inherit; border: 1px solid light-dark(#8c959f, #6b737d); border-radius: 8px; }
          button, .button { display: inline-block; min-height: 44px; padding: 0 16px; font: inherit; font-weight: 600; border: 1px solid light-dark(#8c959f, #6b737d); border-radius: 8px; background: transparent; color: inherit; cursor: pointer; }
          .go { background: #1a7f37; border-color: #1a7f37; color: #fff; }
          .row { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 16px; }
          nav { display: flex; gap: 16px; margin-bottom: 16px; font-size: 14px; }
          ul { padding: 0; list-style: none; }
          li { border-top: 1px solid light-dark(#d8dee4, #363b42); padding: 12px 0; }
          a { color: light-dark(#0550ae, #79b8ff); }
          pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
          iframe { width: 100%; min-height: 420px; border: 1px solid light-dark(#d8dee4, #363b42); border-radius: 8px; background: #fff; }
          .muted { color: light-dark(#59636e, #9aa4af); font-size: 14px; }
        </style>
      </head>
      <body>
        <div class="banner" role="note">${banner}</div>
        <main><div class="card">${body}</div></main>
      </body>
    </html>`;
  return new Response(document.text, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}
