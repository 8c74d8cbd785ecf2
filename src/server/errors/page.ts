// The error page of last resort, for errors outside of the application's own pages: a URL that cannot be decoded, a
// failed render, too many attempts. It depends on nothing that may be broken: its one stylesheet is inline.

import { createHash } from "node:crypto";
import { parseCookie } from "cookie";
import appConfig from "../../../app.config";
import { frameMedia, themeFrom } from "../../lib/theme";
import mark from "../../mark.svg?raw";
import { clientKind } from "../http/client-kind";
import { cookieName } from "../http/cookies";
import { escapeHtml } from "../http/escape-html";
import { look } from "../http/look";
import { STATIC_HEADERS } from "../http/security-headers";

const WORDS: Record<number, { title: string; text: string }> = {
  400: { title: "This address isn't valid", text: "It may be mistyped or incomplete." },
  403: { title: "You're not allowed to do this", text: "Your account doesn't have permission." },
  404: { title: "Page not found", text: "The address may be mistyped, or the page has moved." },
  405: { title: "This method isn't allowed", text: "This address accepts other methods." },
  408: { title: "This took too long", text: "The request didn't arrive in time. Please try again." },
  413: { title: "This request is too large", text: "It is larger than this site accepts." },
  429: { title: "Too many attempts", text: "Please wait a few minutes, then try again." },
  500: { title: "Something went wrong", text: "The problem is on our side. Please try again later." },
  503: {
    title: "This isn't available right now",
    text: "The problem is on our side, and it shouldn't last. Please try again in a moment.",
  },
};

/** The tokens of src/app.css, and rules for this page only. */
const STYLE = `
:root {
${look.declarations}
color-scheme: light dark;
font: 15px/1.6 var(--font-sans);
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
body { min-height: 100vh; margin: 0; padding: 2rem 1rem; display: grid; align-items: center; justify-items: center; background: var(--color-page); color: var(--color-ink); -webkit-font-smoothing: antialiased; }
main { width: 100%; max-width: 24rem; padding: 2rem; border: 1px solid var(--color-line); border-radius: var(--radius-card); box-shadow: var(--shadow-card); background: var(--color-surface); }
main:has(pre) { max-width: 64rem; }
.mark { width: 2.25rem; height: 2.25rem; margin-bottom: 1.25rem; color: var(--color-accent); }
.mark > svg { display: block; width: 100%; height: 100%; }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.4; letter-spacing: -0.025em; font-weight: 600; text-wrap: balance; overflow-wrap: anywhere; }
p { margin: 0.375rem 0 1.5rem; color: var(--color-muted); overflow-wrap: anywhere; }
pre { overflow: auto; font-size: 0.8rem; }
a { display: grid; place-items: center; min-height: 2.75rem; margin-top: 0.75rem; padding: 0 1rem; border: 1px solid var(--color-edge); border-radius: var(--radius-control); color: inherit; font-weight: 500; text-decoration: none; }
a:hover { border-color: var(--color-field); }
a:first-of-type { border-color: transparent; background: var(--color-accent); color: var(--color-on-accent); }
a:focus-visible { outline: 2px solid var(--color-accent-strong); outline-offset: 2px; }
`;

const POLICY = [
  STATIC_HEADERS["content-security-policy"],
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src 'self'",
].join("; ");

/**
 * @param request the request to answer: browsers get a page, other clients get JSON
 * @param status an HTTP status of 400 and above
 * @param options `title` and `text` replace the usual ones and are not escaped, so pass no user input; `details` for
 *   development only; additional `headers`. Leave out the security headers, which the middleware sets: SolidStart would
 *   merge those of a thrown response with the page's, or send both.
 */
export function errorPage(
  request: Request | undefined,
  status: number,
  {
    headers,
    details,
    ...own
  }: { title?: string; text?: string; details?: string; headers?: Record<string, string> } = {},
): Response {
  const { title = "", text = "" } = { ...(WORDS[status] ?? WORDS[status < 500 ? 400 : 500]), ...own };
  const allHeaders = { "cache-control": "no-store", ...headers };
  if (!request || clientKind(request) !== "page")
    return Response.json({ message: `${title}. ${text}`, details }, { status, headers: allHeaders });
  const html = document(request, title, text, details, status === 429);
  const pageHeaders = { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY };
  return new Response(html, { status, headers: { ...allHeaders, ...pageHeaders } });
}

/**
 * An approximation, because not every request reaches src/middleware. If it is wrong, the page uses the system's theme.
 */
function isHttps({ headers }: Request): boolean {
  return (process.env.AUTH_URL || headers.get("x-forwarded-proto"))?.startsWith("https") ?? false;
}

function document(request: Request, title: string, text: string, details: string | undefined, isAboutSignIn: boolean) {
  const theme = themeFrom(parseCookie(request.headers.get("cookie") ?? "")[cookieName("theme", isHttps(request))]);
  const signIn = `<a href="/sign-in">Back to sign-in</a>`;
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${theme === "system" ? "light dark" : theme}">
<meta name="theme-color" media="${frameMedia("light", theme)}" content="${look.light.page}">
<meta name="theme-color" media="${frameMedia("dark", theme)}" content="${look.dark.page}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title} · ${escapeHtml(appConfig.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<div class="mark" aria-hidden="true">${mark}</div>
<h1>${title}</h1>
<p>${text}</p>
${details ? `<pre>${escapeHtml(details)}</pre>` : ""}
${isAboutSignIn ? signIn : ""}
<a href="/">Home</a>
</main>
</body>
</html>`;
}
