// The paths that search engines should not crawl, which are the guarded pages and what is no page, and the address of
// the list of pages for them.

import { requestContext } from "~/server/http/request-context";
import appConfig from "../../app.config";

const HOUR_SECONDS = 60 * 60;

export function GET(): Response {
  const paths = ["/api/", ...appConfig.protectedPaths, "/sign-out"];
  // A rule is for all that begins with it. The guard's "/" is the home page alone.
  const disallowed = paths.map((path) => `Disallow: ${path === "/" ? "/$" : path}`);
  const rules = ["User-agent: *", ...disallowed, "", `Sitemap: ${requestContext().origin}/sitemap.xml`];
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": `public, max-age=${HOUR_SECONDS}` };
  return new Response(`${rules.join("\n")}\n`, { headers });
}
