// The page of last resort, for what goes wrong outside of the application's own pages: an address that cannot be decoded, an
// error while rendering, too many tries. It depends on nothing that could be what is broken: its one stylesheet is in the page.

import { createHash } from "node:crypto";
import appConfig from "../../app.config";
import { frameColor, themeOf } from "../theme";
import { STATIC_HEADERS } from "./security-headers";

const WORDS: Record<number, { title: string; text: string }> = {
  400: { title: "This address cannot be read", text: "It may be mistyped, or cut off." },
  403: { title: "This request comes from another site", text: "For your safety it was not carried out." },
  404: { title: "There is no such page", text: "The address may be mistyped, or the page has moved." },
  405: { title: "This is not answered here", text: "Pages are read with GET and forms are sent with POST." },
  408: { title: "This took too long", text: "The request did not arrive in time. Please try again." },
  413: { title: "This is too much", text: "The request is larger than this site takes." },
  429: { title: "Too many tries", text: "Please wait a few minutes, then try again." },
  500: { title: "Something went wrong", text: "It is our fault, not yours. Please try again in a while." },
};

/** The look of src/app.css, as far as this page needs it. */
const STYLE = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", sans-serif; }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
body { min-height: 100vh; margin: 0; padding: 2rem 1rem; display: grid; align-items: center; justify-items: center; background: light-dark(oklch(0.976 0.003 80), oklch(0.172 0.004 60)); color: light-dark(oklch(0.23 0.008 60), oklch(0.96 0.003 80)); -webkit-font-smoothing: antialiased; }
main { width: 100%; max-width: 24rem; padding: 2rem; border: 1px solid light-dark(oklch(0.905 0.005 75), oklch(0.305 0.007 60)); border-radius: 12px; box-shadow: 0 12px 32px -12px light-dark(rgb(28 25 23 / 0.12), transparent); background: light-dark(oklch(1 0 0), oklch(0.214 0.005 60)); }
svg { display: block; width: 2.25rem; height: 2.25rem; margin-bottom: 1.25rem; color: light-dark(oklch(0.46 0.19 277), oklch(0.62 0.17 277)); }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.4; letter-spacing: -0.025em; font-weight: 600; text-wrap: balance; overflow-wrap: anywhere; }
p { margin: 0.375rem 0 1.5rem; color: light-dark(oklch(0.47 0.01 65), oklch(0.74 0.008 75)); overflow-wrap: anywhere; }
a { display: grid; place-items: center; min-height: 2.75rem; margin-top: 0.75rem; padding: 0 1rem; border: 1px solid light-dark(oklch(0.875 0.006 75), oklch(0.37 0.008 60)); border-radius: 10px; color: inherit; font-weight: 500; text-decoration: none; }
a:hover { border-color: light-dark(oklch(0.66 0.008 70), oklch(0.52 0.009 60)); }
a:first-of-type { border-color: transparent; background: light-dark(oklch(0.46 0.19 277), oklch(0.62 0.17 277)); color: light-dark(oklch(1 0 0), oklch(0.14 0.03 277)); }
a:focus-visible { outline: 2px solid light-dark(oklch(0.4 0.19 277), oklch(0.68 0.155 277)); outline-offset: 2px; }
`;

const POLICY = [
  STATIC_HEADERS["content-security-policy"],
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src 'self'",
].join("; ");

/**
 * @param request what is being answered: browsers get a page, programs get JSON
 * @param status an HTTP status of 400 and above
 * @param options `text` in place of the usual one, of ours and so not escaped; further `headers`. The security headers are those
 *   of the request's answer, which src/middleware.ts sets: SolidStart would lay a thrown answer's over, or beside, the page's.
 */
export function errorPage(
  request: Request | undefined,
  status: number,
  { text, headers }: { text?: string; headers?: Record<string, string> } = {},
): Response {
  const words = WORDS[status] ?? WORDS[status < 500 ? 400 : 500];
  const title = words?.title ?? "";
  const message = text ?? words?.text ?? "";
  const allHeaders = { "cache-control": "no-store", ...headers };
  if (!request?.headers.get("accept")?.includes("text/html"))
    return Response.json({ message: `${title}. ${message}` }, { status, headers: allHeaders });
  const html = document(request, title, message, status === 429);
  const pageHeaders = { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY };
  return new Response(html, { status, headers: { ...allHeaders, ...pageHeaders } });
}

function document(request: Request, title: string, message: string, isAboutSignIn: boolean): string {
  const theme = themeOf(request);
  const signIn = `<a href="${appConfig.pages.signIn}">Back to sign-in</a>`;
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${theme === "system" ? "light dark" : theme}">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${frameColor(theme, "light")}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${frameColor(theme, "dark")}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title} · ${appConfig.name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="currentColor"/><path fill="#fff" d="M16 7a5.5 5.5 0 0 0-2.6 10.34L11.5 25h9l-1.9-7.66A5.5 5.5 0 0 0 16 7Z"/></svg>
<h1>${title}</h1>
<p>${message}</p>
${isAboutSignIn ? signIn : ""}
<a href="/">Home</a>
</main>
</body>
</html>`;
}
