// Puts the styles into a page if the browser sends no cookies, because that is probably a first visit. The page still
// names the stylesheet's file. The browser then caches it, and nothing waits for it.
//
// Upstream: @solidjs/start 2.0.5, server/StartServer.tsx: the first paint waits for the stylesheet, which is requested
// once the page has arrived.
// Reported: not yet. Siblings of other frameworks: sveltejs/kit#962, QwikDev/qwik#1564.
// Gain: one round trip less before the first paint of a first visit.
// It can go: when SolidStart has an option for it.

import type { Plugin } from "vite";
import { rewriting } from "./rewriting.ts";

const MODULE = "virtual:inline-css";

export function inlineCss(): Plugin[] {
  /** The stylesheets, by the names of their files. */
  const sheets: Record<string, string> = {};
  return [
    rewriting({
      part: "inlineCss",
      environment: "ssr",
      apply: "build",
      rewrites: [
        {
          file: "@solidjs/start/dist/server/handler.js",
          texts: [["return await stream;", "return inlineCss(await stream, event.request);"]],
          first: `import { inlineCss } from "${MODULE}";`,
        },
      ],
      changed: "@solidjs/start returns a page in another way. First visits paint later.",
    }),
    {
      name: "inline-css-sheets",
      apply: "build",
      applyToEnvironment: ({ name }) => name === "client" || name === "ssr",
      generateBundle: {
        order: "post",
        handler(_, bundle) {
          // "</" could end the element.
          for (const [name, file] of Object.entries(bundle))
            if (name.endsWith(".css") && file.type === "asset")
              sheets[`/${name}`] = String(file.source).replaceAll("</", "<\\/");
        },
      },
      resolveId: (source) => (source === MODULE ? `\0${MODULE}` : undefined),
      // The client is built first.
      load: (id) => (id === `\0${MODULE}` ? codeFor(sheets) : undefined),
    },
  ];
}

/** The styles are bytes: a string with styles and page takes several times as long to encode. */
function codeFor(sheets: Record<string, string>): string {
  return `
    const sheets = Object.entries(${JSON.stringify(sheets)}).map(([path, css]) => ({ path, css: Buffer.from(css) }));
    export function inlineCss(html, { headers }) {
      const isFirst = headers.get("sec-fetch-dest") === "document" && !headers.has("cookie");
      const sheet = isFirst ? sheets.find(({ path }) => html.includes(path)) : undefined;
      if (!sheet) return html;
      const at = html.indexOf(sheet.path);
      const link = html.lastIndexOf("<link", at);
      const [nonce = ""] = html.slice(link, html.indexOf(">", at)).match(/ nonce="[^"]*"/) ?? [];
      return Buffer.concat([
        Buffer.from(\`\${html.slice(0, link)}<style\${nonce}>\`),
        sheet.css,
        Buffer.from(\`</style><link media="print"\${html.slice(link + "<link".length)}\`),
      ]);
    }`;
}
