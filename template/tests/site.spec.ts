// The site of the docs, as one command makes it.

import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Peer, serveFetch } from "../../tests/support/peer.ts";
import { buildSite, SITE } from "../site/build.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

let files: string[];
let site: Peer;

/** The file that a server of static files has for a path. */
const fileOf = (path: string) => {
  const name = decodeURIComponent(path).replace(/^\//, "");
  return [name, `${name}.html`, join(name, "index.html")].find((each) => files.includes(each));
};

test.beforeAll(async () => {
  buildSite();
  files = readdirSync(SITE, { recursive: true, encoding: "utf8" });
  site = await serveFetch(async ({ url }) => {
    const file = fileOf(new URL(url).pathname);
    if (!file) return new Response(null, { status: 404 });
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    return new Response(readFileSync(join(SITE, file)), { headers: { "content-type": type } });
  });
});

test.afterAll(() => site?.close());

test("each link of the site leads to a page and a heading that are there", () => {
  const html = new Map(
    files.filter((file) => file.endsWith(".html")).map((file) => [file, readFileSync(join(SITE, file), "utf8")]),
  );
  expect(html.size).toBeGreaterThan(60);
  const broken: string[] = [];
  for (const [file, text] of html)
    for (const [, href = ""] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(href, `http://site/${file}`);
      if (origin !== "http://site") continue;
      const target = fileOf(pathname);
      const anchor = decodeURIComponent(hash.slice(1));
      const isThere = target && (!anchor || !html.has(target) || html.get(target)?.includes(` id="${anchor}"`));
      if (!isThere) broken.push(`${file}: ${href}`);
    }
  expect([...new Set(broken)]).toEqual([]);
});

test("the site's search finds a page, its colours can be switched, and no other server is asked", async ({ page }) => {
  const others: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith("data:")) others.push(request.url());
  });
  await page.goto(site.url);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Solid Auth Starter");
  await page.getByRole("switch").first().click();
  await expect(page.locator("html")).toHaveClass(/dark/);

  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("device-bound");
  await page.getByRole("option").filter({ hasText: "Device-bound sessions" }).first().click();
  await expect(page.getByRole("heading", { name: /Device-bound sessions/ }).first()).toBeVisible();
  expect(others).toEqual([]);
});
