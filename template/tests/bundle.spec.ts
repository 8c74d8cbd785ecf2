// How much JavaScript a page loads (packages/start-kit).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import { expect, expectNotice, followLink, signedIn, test } from "../../tests/support/test.ts";

const KB = 1000;

/** @returns the requests of a browser, without its icon */
function requestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => request.url().endsWith("/favicon.svg") || requests.push(request));
  return requests;
}

/** The gzipped bytes of scripts and of what they ask for. */
async function sizeOf(requests: Request[]): Promise<number> {
  const ofScripts = requests.filter((request) => ["script", "fetch"].includes(request.resourceType()));
  const texts = await Promise.all(ofScripts.map(async (request) => (await (await request.response())?.text()) ?? ""));
  return texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
}

/** The code of the scripts that a page loads. */
async function scriptsOf(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text();
  const paths = [...html.matchAll(/"(\/_build\/[^"]+\.js)"/g)].map(([, path]) => path);
  return Promise.all([...new Set(paths)].map(async (path) => (await fetch(new URL(path ?? "", url))).text()));
}

test("pages without passkeys load no code for them, and no settings that no module reads", async ({ app }) => {
  for (const path of ["/", "/verify-request"]) {
    const scripts = await scriptsOf(app.origin + path);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.join(""), path).not.toMatch(
      /navigator\.credentials|PublicKeyCredential|protectedPaths|contentSecurityPolicy/,
    );
  }
});

test("the build holds the licence of each of its packages, and visitors can read theirs", async ({ app }) => {
  const read = (path: string) => readFileSync(join(".output/server", path), "utf8");
  const answer = await fetch(`${app.origin}/licences.txt`);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const visitors = await answer.text();
  const server = read("licences.txt") + read("pages-licences.txt");
  for (const [text, names] of [
    [visitors, ["solid-js", "@solidjs/router", "@solidjs/start"]],
    [server, ["@auth/core", "nodemailer", "solid-js", "@solidjs/router", "pg", "nitro"]],
  ] as const)
    for (const name of names)
      expect(text.split(`\n## ${name} - `)[1]?.split("\n## ")[0], name).toMatch(
        /Permission (is hereby granted|to use)/,
      );
  for (const name of ["better-sqlite3", "@prisma/client"])
    expect(read(`node_modules/${name}/LICENSE`)).toEqual(readFileSync(`node_modules/${name}/LICENSE`, "utf8"));
});

/**
 * How many requests a page takes, and how many kilobytes of scripts and data: opened first, with its document and
 * stylesheet; and by a navigation, with what calls the server, which the first call of a visit loads.
 */
const PAGES: [path: string, first: [number, number], navigation: [number, number]][] = [
  ["/", [4, 26], [3, 17]],
  ["/sign-in", [8, 37.5], [8, 28.5]],
  ["/protected", [6, 30], [4, 16.5]],
  ["/account", [14, 47.5], [12, 34.3]],
];

test("each page, navigation and action takes no more requests and kilobytes than it has to, and fetches nothing twice", async ({
  page,
  app,
  context,
}) => {
  const requests = requestsOf(page);
  const expectAtMost = async (what: string, [count, kilobytes]: [number, number]) => {
    await expect.poll(() => requests.length, what).toBe(count);
    // biome-ignore lint/plugin: what the page asks for is counted.
    await page.waitForLoadState("networkidle");
    const found = requests.splice(0);
    expect(new Set(found.map((request) => request.method() + request.url())).size, what).toBe(count);
    expect(await sizeOf(found), what).toBeLessThanOrEqual(kilobytes * KB);
  };
  for (const [path, first, navigation] of PAGES) {
    if (path === "/protected") await signedIn(app, context);
    await page.goto(path);
    await expectAtMost(path, first);
    // biome-ignore lint/plugin: what the page asks for is counted.
    await page.goto(path === "/" ? "/no/such/page" : "/", { waitUntil: "networkidle" });
    requests.length = 0;
    await followLink(page, path);
    await expect(page).toHaveURL(path);
    await expectAtMost(`a navigation to ${path}`, navigation);
  }
  // biome-ignore lint/plugin: what the page asks for is counted.
  await page.goto("/account", { waitUntil: "networkidle" });
  requests.length = 0;
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await expectNotice(page, "nameRemoved");
  await expectAtMost("the first action", [2, 16]);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada");
  await save.click();
  await expectNotice(page, "nameSaved");
  await expectAtMost("an action", [1, 2]);
});

test("a first visit is painted before its stylesheet arrives, and later pages have the file", async ({ page, app }) => {
  const file = Promise.withResolvers<void>();
  await page.route("**/*.css", async (route) => {
    await file.promise;
    await route.continue();
  });
  await page.goto("/sign-in", { waitUntil: "commit" });
  await expect(page.getByRole("banner")).toHaveCSS("border-bottom-style", "solid");
  const paints = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length);
  await expect.poll(paints).toBe(1);
  const arrived = page.waitForResponse("**/*.css");
  file.resolve();
  await arrived;

  const later = await fetch(`${app.origin}/sign-in`, {
    headers: { cookie: "theme=dark", "sec-fetch-dest": "document" },
  });
  const [head] = (await later.text()).split("<body>");
  expect(head).not.toContain("<style");
  expect(head).toContain('rel="stylesheet"');
});
