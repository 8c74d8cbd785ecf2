// The titles and meta tags that browsers, search engines and link previews read.

import type { Page } from "@playwright/test";
import appConfig from "../../app.config.ts";
import { startApp } from "../support/app.ts";
import { expect, test } from "../support/test.ts";

const LISTED = ["/", "/sign-in"];

const content = (page: Page, name: string) =>
  page
    .locator(`head meta[name="${name}"], head meta[property="${name}"]`)
    .evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content")));

const canonicalLinks = (page: Page) =>
  page.locator('head link[rel="canonical"]').evaluateAll((links) => links.map((link) => link.getAttribute("href")));

test("public pages have one description and one address for search engines and link previews", async ({
  page,
  app,
}) => {
  const seen = new Set<string | null>();
  for (const path of LISTED) {
    await page.goto(path);
    const [description = "", ...more] = await content(page, "description");
    expect(more, path).toEqual([]);
    expect(description, path).toBeTruthy();
    seen.add(description);
    expect(await content(page, "og:description")).toEqual([description]);
    expect(await content(page, "og:title")).toEqual([await page.title()]);
    expect(await content(page, "og:type")).toEqual(["website"]);
    expect(await content(page, "og:site_name")).toEqual([appConfig.name]);
    expect(await content(page, "og:url")).toEqual([app.origin + path]);
    expect(await content(page, "og:image")).toEqual([`${app.origin}/og.png`]);
    expect(await content(page, "robots"), path).toEqual([]);
    expect(await canonicalLinks(page), path).toEqual([app.origin + path]);
  }
  expect(seen.size).toBe(LISTED.length);
});

test("the meta tags change with the page on navigations within the application", async ({ page }) => {
  await page.goto("/verify-request");
  await page.getByRole("banner").getByRole("link", { name: appConfig.name }).click();
  await expect(page).toHaveTitle(appConfig.name);
  expect(await content(page, "robots")).toEqual([]);
  expect(await content(page, "description")).toHaveLength(1);
});

test("a public page with a query or a slash at its end names its own address for search engines", async ({
  page,
  app,
}) => {
  for (const path of ["/sign-in?callbackUrl=%2Fprotected", "/sign-in/", "/?utm_source=x"]) {
    await page.goto(path);
    const { pathname } = new URL(path, app.origin);
    expect(await canonicalLinks(page), path).toEqual([app.origin + pathname.replace(/(?<=.)\/$/, "")]);
  }
});

test("the sitemap lists the public pages, each with its own address, and no other", async ({ page, request, app }) => {
  const [line] = (await (await request.get("/robots.txt")).text()).match(/^Sitemap: .*$/m) ?? [];
  expect(line).toBe(`Sitemap: ${app.origin}/sitemap.xml`);
  const response = await request.get("/sitemap.xml");
  expect(response.headers()["content-type"]).toContain("application/xml");
  const listed = Array.from(
    (await response.text()).matchAll(/<url><loc>([^<]+)<\/loc><\/url>/g),
    ([, url = ""]) => url,
  );
  expect(listed).toEqual(expect.arrayContaining(LISTED.map((path) => app.origin + path)));
  for (const url of listed) {
    await page.goto(url);
    expect(await canonicalLinks(page)).toEqual([url]);
    expect(await content(page, "robots"), url).toEqual([]);
  }
});

test("URLs for search engines and link previews have the public origin behind a proxy", async () => {
  const app = await startApp(undefined, { AUTH_URL: "https://app.example.com" });
  try {
    const html = await (await fetch(`${app.origin}/sign-in`)).text();
    expect(html).toContain('content="https://app.example.com/og.png"');
    expect(html).toContain('content="https://app.example.com/sign-in"');
    expect(html).toContain('<link rel="canonical" href="https://app.example.com/sign-in"');
    const sitemap = await (await fetch(`${app.origin}/sitemap.xml`)).text();
    expect(sitemap).toContain("<loc>https://app.example.com/sign-in</loc>");
    expect(html + sitemap).not.toContain(app.origin);
  } finally {
    await app.stop();
  }
});

/** Width and height are in a PNG's first chunk. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

test("the icons exist, are small, and have the declared size", async ({ page, request }) => {
  await page.goto("/");
  const manifestPath = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await (await request.get(manifestPath ?? "")).json();
  expect(manifest.name).toBe(appConfig.name);
  const wanted: [string, string][] = [
    ["/apple-touch-icon.png", "180x180"],
    ["/og.png", "1200x630"],
    ...manifest.icons.map(({ src, sizes }: { src: string; sizes: string }) => [src, sizes]),
  ];
  expect(wanted).toHaveLength(4);
  for (const [path, size] of wanted) {
    const response = await request.get(path);
    expect(response.headers()["content-type"], path).toBe("image/png");
    const png = await response.body();
    expect(sizeOf(png), path).toBe(size);
    expect(png.length, path).toBeLessThan(100_000);
  }
  for (const path of ["/favicon.ico", "/favicon.svg"]) {
    await expect(page.locator(`link[rel="icon"][href="${path}"]`)).toHaveCount(1);
    expect((await request.get(path)).headers()["content-type"], path).toMatch(/^image\//);
  }
});

test("robots.txt keeps search engines from the guarded pages and the auth route", async ({ request }) => {
  const rules = (await (await request.get("/robots.txt")).text()).split("\n");
  for (const path of [...appConfig.protectedPaths, "/api/"]) expect(rules).toContain(`Disallow: ${path}`);
});
