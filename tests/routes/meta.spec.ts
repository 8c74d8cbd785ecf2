// The titles and meta tags that browsers, search engines and link previews read.

import appConfig from "../../app.config.ts";
import { clientOf, textsOf, unescaped } from "../support/client.ts";
import { expect, test } from "../support/test.ts";

/** The values of one attribute in a page's tags that have another one. */
const valuesIn = (html: string, having: string, of: string) =>
  Array.from(html.matchAll(new RegExp(`<[^>]* ${having}[^>]*>`, "g")), ([tag]) =>
    unescaped(tag.match(` ${of}="([^"]*)"`)?.[1] ?? ""),
  );

const content = (html: string, name: string) => valuesIn(html, `(?:name|property)="${name}"`, "content");
const canonicalLinks = (html: string) => valuesIn(html, 'rel="canonical"', "href");

test("public pages have one description and one address, whatever follows their path", async ({ app }) => {
  const seen = new Set<string | undefined>();
  for (const [path, own] of [
    ["/", "/"],
    ["/?utm_source=x", "/"],
    ["/sign-in/", "/sign-in"],
    ["/sign-in?callbackUrl=%2Fprotected", "/sign-in"],
  ] as const) {
    const page = await clientOf(app).open(path);
    const [description] = content(page.body, "description");
    expect(description, path).toBeTruthy();
    seen.add(description);
    for (const [name, value] of Object.entries({
      description,
      "og:description": description,
      "og:title": textsOf(page, "title")[0],
      "og:type": "website",
      "og:site_name": appConfig.name,
      "og:url": app.origin + own,
      "og:image": `${app.origin}/og.png`,
    }))
      expect(content(page.body, name), `${path} ${name}`).toEqual([value]);
    expect(content(page.body, "robots"), path).toEqual([]);
    expect(canonicalLinks(page.body), path).toEqual([app.origin + own]);
  }
  expect(seen.size).toBe(2);
});

test("the sitemap lists the public pages, each with its own address, and no other", async ({ app }) => {
  const { headers, body } = await clientOf(app).get("/sitemap.xml");
  expect(headers.get("content-type")).toContain("application/xml");
  const listed = Array.from(body.matchAll(/<url><loc>([^<]+)<\/loc><\/url>/g), ([, url = ""]) => url);
  expect(listed).toEqual(expect.arrayContaining(["/", "/sign-in"].map((path) => app.origin + path)));
  for (const url of listed) {
    const page = await clientOf(app).open(url);
    expect(canonicalLinks(page.body)).toEqual([url]);
    expect(content(page.body, "robots"), url).toEqual([]);
  }
});
