// The public pages, for search engines.

import { SIGN_IN } from "~/lib/paths";
import { escapeHtml } from "~/server/http/escape-html";
import { requestContext } from "~/server/http/request-context";

/** Each page that search engines may list. Add your pages here, or read pages with a parameter from the database. */
const PAGES = ["/", SIGN_IN];

export function GET(): Response {
  const urls = PAGES.map((path) => `<url><loc>${escapeHtml(requestContext().origin + path)}</loc></url>`);
  const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${namespace}">\n${urls.join("\n")}\n</urlset>\n`;
  return new Response(xml, { headers: { "content-type": "application/xml; charset=utf-8" } });
}
