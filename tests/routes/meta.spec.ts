// The titles and meta tags that browsers, search engines and link previews read.

import type { Page } from "@playwright/test";
import appConfig from "../../app.config.ts";
import { expect, test } from "../support/test.ts";

const content = (page: Page, name: string) =>
  page
    .locator(`head meta[name="${name}"], head meta[property="${name}"]`)
    .evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content")));

const canonicalLinks = (page: Page) =>
  page.locator('head link[rel="canonical"]').evaluateAll((links) => links.map((link) => link.getAttribute("href")));

test("public pages have one description and one address, whatever follows their path", async ({ page, app }) => {
  const seen = new Set<string | null>();
  for (const [path, own] of [
    ["/", "/"],
    ["/?utm_source=x", "/"],
    ["/sign-in", "/sign-in"],
    ["/sign-in/", "/sign-in"],
    ["/sign-in?callbackUrl=%2Fprotected", "/sign-in"],
  ] as const) {
    await page.goto(path);
    const [description = ""] = await content(page, "description");
    expect(description, path).toBeTruthy();
    seen.add(description);
    for (const [name, value] of Object.entries({
      description,
      "og:description": description,
      "og:title": await page.title(),
      "og:type": "website",
      "og:site_name": appConfig.name,
      "og:url": app.origin + own,
      "og:image": `${app.origin}/og.png`,
    }))
      expect(await content(page, name), `${path} ${name}`).toEqual([value]);
    expect(await content(page, "robots"), path).toEqual([]);
    expect(await canonicalLinks(page), path).toEqual([app.origin + own]);
  }
  expect(seen.size).toBe(2);
});

test("the sitemap lists the public pages, each with its own address, and no other", async ({ page, request, app }) => {
  const response = await request.get("/sitemap.xml");
  expect(response.headers()["content-type"]).toContain("application/xml");
  const found = (await response.text()).matchAll(/<url><loc>([^<]+)<\/loc><\/url>/g);
  const listed = Array.from(found, ([, url = ""]) => url);
  expect(listed).toEqual(expect.arrayContaining(["/", "/sign-in"].map((path) => app.origin + path)));
  for (const url of listed) {
    await page.goto(url);
    expect(await canonicalLinks(page)).toEqual([url]);
    expect(await content(page, "robots"), url).toEqual([]);
  }
});

test("URLs for search engines and link previews have the public origin behind a proxy", async ({ start }) => {
  const app = await start({ AUTH_URL: "https://app.example.com" });
  const html = await (await fetch(`${app.origin}/sign-in`)).text();
  expect(html).toContain('content="https://app.example.com/og.png"');
  expect(html).toContain('content="https://app.example.com/sign-in"');
  expect(html).toContain('<link rel="canonical" href="https://app.example.com/sign-in"');
  const sitemap = await (await fetch(`${app.origin}/sitemap.xml`)).text();
  expect(sitemap).toContain("<loc>https://app.example.com/sign-in</loc>");
  expect(html + sitemap).not.toContain(app.origin);
});
