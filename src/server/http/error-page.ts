// The error page of last resort, for errors outside of the application's own pages: a URL that cannot be decoded, a
// failed render, too many attempts. It uses nothing that may be broken: its one stylesheet is inline, and it follows
// the system's theme.

import { createHash } from "node:crypto";
import { SIGN_IN } from "~/lib/paths";
import look from "~/look.json";
import { lastResortText, statusTexts } from "~/messages/errors";
import { direction, language } from "~/messages/language";
import appConfig from "../../../app.config";
import { clientKind } from "./client-kind";
import { escapeHtml } from "./escape-html";
import { STATIC_HEADERS } from "./security-headers";

const color = (name: keyof typeof look.light) => `light-dark(${look.light[name]}, ${look.dark[name]})`;

const STYLE = `
:root { color-scheme: light dark; font: 100%/1.6 ${look.font}; }
body { max-width: 24rem; margin: 15vh auto; padding: 0 1rem; background: ${color("background")}; color: ${color("foreground")}; }
body:has(pre) { max-width: 64rem; }
h1 { margin: 1rem 0 0; font-size: 1.25rem; }
p { margin: 0.5rem 0 1rem; color: ${color("muted-foreground")}; }
pre { overflow: auto; font-size: 0.8rem; }
a { display: inline-block; margin-right: 1.5rem; padding: 0.625rem 0; color: ${color("primary")}; }
`;

const POLICY = [
  STATIC_HEADERS["content-security-policy"],
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src 'self'",
].join("; ");

/**
 * @param request the request to answer: browsers get a page, other clients get JSON
 * @param status an HTTP status of 400 and above
 * @param options `title` and `text` replace the usual texts and are not escaped, so pass no user input; `details` for
 *   development only; additional `headers`. Do not pass security headers: the middleware sets them, and SolidStart
 *   merges the headers of a thrown response with the page's, or sends both.
 */
export function errorResponse(
  request: Request | undefined,
  status: number,
  {
    headers,
    details,
    ...own
  }: { title?: string; text?: string; details?: string; headers?: Record<string, string> } = {},
): Response {
  const { title = "", text = "" } = { ...(statusTexts[status] ?? statusTexts[status < 500 ? 400 : 500]), ...own };
  const allHeaders = { "cache-control": "no-store", ...headers };
  if (!request || clientKind(request) !== "page")
    return Response.json({ message: `${title}. ${text}`, details }, { status, headers: allHeaders });
  const html = document(title, text, details, status === 429);
  const pageHeaders = { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY };
  return new Response(html, { status, headers: { ...allHeaders, ...pageHeaders } });
}

function document(title: string, text: string, details: string | undefined, isAboutSignIn: boolean): string {
  return `<!doctype html>
<html lang="${language()}" dir="${direction()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${look.light.background}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${look.dark.background}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title} · ${escapeHtml(appConfig.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<img src="/favicon.svg" width="36" height="36" alt="">
<h1>${title}</h1>
<p>${text}</p>
${details ? `<pre>${escapeHtml(details)}</pre>` : ""}
${isAboutSignIn ? `<a href="${SIGN_IN}">${lastResortText.toSignIn}</a>` : ""}
<a href="/">${lastResortText.home}</a>
</main>
</body>
</html>`;
}
