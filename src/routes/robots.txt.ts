// Paths that search engines should not crawl: the guarded pages, and paths that are not pages. And the list of those
// that they should.

import { requestContext } from "~/server/http/request-context";
import appConfig from "../../app.config";

const HOUR_SECONDS = 60 * 60;

export function GET(): Response {
  const paths = ["/api/", ...appConfig.protectedPaths, "/sign-out"];
  const disallowed = paths.map((path) => `Disallow: ${path}`);
  const rules = ["User-agent: *", ...disallowed, "", `Sitemap: ${requestContext().origin}/sitemap.xml`];
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": `public, max-age=${HOUR_SECONDS}` };
  return new Response(`${rules.join("\n")}\n`, { headers });
}
