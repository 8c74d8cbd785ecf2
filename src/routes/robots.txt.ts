// Tells search engines which paths they should not crawl: the guarded pages, and paths that are not pages. The file
// also has the address of the sitemap.

import { requestContext } from "~/server/http/request-context";
import appConfig from "../../app.config";

const HOUR_SECONDS = 60 * 60;

export function GET(): Response {
  const paths = ["/api/", ...appConfig.protectedPaths, "/sign-out"];
  // A rule covers all paths that begin with it. The guard's "/" covers only the home page.
  const disallowed = paths.map((path) => `Disallow: ${path === "/" ? "/$" : path}`);
  const rules = ["User-agent: *", ...disallowed, "", `Sitemap: ${requestContext().origin}/sitemap.xml`];
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": `public, max-age=${HOUR_SECONDS}` };
  return new Response(`${rules.join("\n")}\n`, { headers });
}
