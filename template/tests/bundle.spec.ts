// How much JavaScript a page loads (packages/start-kit), and what happens where packages have changed since a plugin
// was written.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import { startApp } from "../../tests/support/app.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { expect, expectNotice, followLink, signedIn, test } from "../../tests/support/test.ts";

const KB = 1000;

/** @returns the requests of a browser, without its icon */
function requestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => request.url().endsWith("/favicon.svg") || requests.push(request));
  return requests;
}

/** The gzipped bytes of scripts and of what they ask for. */
async function sizeOfAnswers(requests: Request[]): Promise<number> {
  const ofScripts = requests.filter((request) => ["script", "fetch"].includes(request.resourceType()));
  return sizeOf(await Promise.all(ofScripts.map(async (request) => (await (await request.response())?.text()) ?? "")));
}

/** The code of the scripts that a page loads. */
async function scriptsOf(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text();
  const paths = [...html.matchAll(/"(\/_build\/[^"]+\.js)"/g)].map(([, path]) => path);
  return Promise.all([...new Set(paths)].map(async (path) => (await fetch(new URL(path ?? "", url))).text()));
}

const sizeOf = (scripts: string[]) => scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);

test("the home page loads no code for passkeys, and no settings that no module of the browser reads", async ({
  app,
}) => {
  const scripts = await scriptsOf(app.origin);
  expect(scripts.join("")).not.toMatch(
    /navigator\.credentials|PublicKeyCredential|protectedPaths|contentSecurityPolicy/,
  );
});

test("the build holds the licence of each package in it, and visitors can read those of their files", async ({
  app,
}) => {
  const read = (path: string) => readFileSync(join(".output/server", path), "utf8");
  const answer = await fetch(`${app.origin}/licences.txt`);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const visitors = await answer.text();
  const server = read("licences.txt") + read("pages-licences.txt");
  const bundled = [
    { text: visitors, names: ["solid-js", "@solidjs/router", "@solidjs/start"] },
    { text: server, names: ["@auth/core", "nodemailer", "solid-js", "@solidjs/router", "pg", "nitro"] },
  ];
  for (const { text, names } of bundled)
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
  ["/account", [14, 47.5], [12, 34]],
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
    expect(await sizeOfAnswers(found), what).toBeLessThanOrEqual(kilobytes * KB);
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

test("the page about a sent mail loads no code for passkeys", async ({ app }) => {
  const scripts = await scriptsOf(`${app.origin}/verify-request`);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.join("")).not.toMatch(/navigator\.credentials|PublicKeyCredential/);
});

test("a first visit's page is painted before its stylesheet arrives, and later pages have the file alone", async ({
  page,
  app,
}) => {
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

/** The plugins look for code that no version of the packages has. */
const CHANGED_PACKAGES = {
  name: "changed-packages",
  file: "packages/start-kit/src/inline-css.ts",
  from: "return await stream;",
  to: "return another;",
  also: [
    { file: "packages/start-kit/src/lean-client.ts", from: "const router = ", to: "const another = " },
    { file: "packages/start-kit/src/lean-client.ts", from: '"@solidjs/start/fns/client"', to: '"another/client"' },
    { file: "packages/start-kit/src/lean-client.ts", from: '/"build":', to: '/"another":' },
    { file: "packages/start-kit/src/short-lived.ts", from: "(createComponent|", to: "(createAnother|" },
    { file: "packages/start-kit/src/short-lived.ts", from: "function mergeProps", to: "function another" },
  ],
};

test("the build warns and leaves a package as it is that has changed since a plugin was written, and pages work", {
  tag: "@night",
}, async ({ page }) => {
  const folder = buildVariant(CHANGED_PACKAGES);
  const warnings = readFileSync(join(folder, "build.log"), "utf8");
  expect(warnings).toMatch(/returns a page in another way\. .* It knows @solidjs\/start 2\.0\.5\./);
  expect(warnings).toContain("nothing to replace any more: mergeProps.");
  for (const module of ["radix3", "another/client", "solid-start:routes"])
    expect(warnings).toContain(`does not use "${module}" as before`);
  const changed = await startApp(folder);
  try {
    await page.goto(`${changed.origin}/sign-in`);
    await expect(page.getByRole("button", { name: "Continue with GitHub" })).toBeVisible();
    expect((await fetch(`${changed.origin}/api/auth/webauthn-options/passkey`)).status).toBe(200);
  } finally {
    await changed.stop();
  }
});
