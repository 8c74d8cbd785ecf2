// Paths that search engines should not crawl: the guarded pages, and paths that are not pages.

import appConfig from "../../app.config";

const HOUR_SECONDS = 60 * 60;

export function GET(): Response {
  const paths = ["/api/", ...appConfig.protectedPaths, "/sign-out"];
  const rules = ["User-agent: *", ...paths.map((path) => `Disallow: ${path}`)];
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": `public, max-age=${HOUR_SECONDS}` };
  return new Response(`${rules.join("\n")}\n`, { headers });
}
