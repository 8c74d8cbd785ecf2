// An edit to a page or its modules shows in an open browser without a reload.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { compiled, type DevServer, freePort, installedCopy, startDev } from "./support/dev-server.ts";

/** The development server compiles a page when it is first asked for. */
const COMPILE_TIMEOUT_MS = 60_000;

/** Each file in src/routes that is a page, and where its page is. */
const PAGES = readdirSync("src/routes", { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => ({ file: `src/routes/${name}`, path: pathOf(name) }));

/** Some pages show nothing without the query. */
function pathOf(name: string): string {
  const path = `/${name.replace(/\.tsx$/, "").replace(/(^|\/)index$/, "")}`;
  if (path === "/error") return "/error?error=Verification";
  return path === "/[...404]" ? "/no-such-page" : `${path}?fresh=1&token=x&email=another@example.com`;
}

let folder: string;
let server: DevServer;
/** The browser of a signed-in user, and another one. */
let context: BrowserContext;
let visitor: BrowserContext;

/** Where tests that run beside the development server write a copy of the project. */
const COPY = ".copies/another";

/** It leads a signed-in user to the home page. */
const OF_VISITORS = "src/routes/verify-request.tsx";

test.beforeAll(async ({ browser }) => {
  folder = installedCopy("dev-edits");
  mkdirSync(join(folder, COPY), { recursive: true });
  server = await startDev(folder, { flags: ["--port", String(await freePort())] });
  context = await browser.newContext({ baseURL: server.origins[0] });
  visitor = await browser.newContext({ baseURL: server.origins[0] });
  const page = await context.newPage();
  await open(page, "/sign-in");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
  await expect(page).toHaveURL(/welcome/, { timeout: COMPILE_TIMEOUT_MS });
  await page.close();
});

test.afterAll(async () => {
  for (const each of [context, visitor]) await each?.close();
  await server?.stop();
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { timeout: COMPILE_TIMEOUT_MS });
  await compiled(page);
}

async function openOnce(path: string, by = context): Promise<Page> {
  const page = await by.newPage();
  await open(page, path);
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  return page;
}

async function expectLine(page: Page, words: string): Promise<void> {
  await expect(page.getByText(words, { exact: true })).toHaveCount(1);
  expect(await page.evaluate(() => "isFirst" in window), "still the page that was loaded").toBe(true);
}

/** @returns the text of a file, with a line at the end of its first component */
function withLine(file: string, words: string): string {
  const source = readFileSync(join(folder, file), "utf8");
  const longer = source.replace(/\n *<\/[\w.]+>\n *\)+;/, (end) => `<p>${words}</p>${end}`);
  const edited = longer === source ? source.replace(/return (<.+>);/, `return <>$1<p>${words}</p></>;`) : longer;
  expect(edited, file).not.toBe(source);
  return edited;
}

/** Of the pages, each commit tries this one. */
const OF_EACH_COMMIT = ["src/routes/account/index.tsx", "src/components/Layout.tsx"];

expect(PAGES.length).toBeGreaterThan(8);
for (const { file, path } of [...PAGES, { file: "src/components/Layout.tsx", path: "/account" }])
  test(`edits to ${file} show, one after the other`, {
    tag: OF_EACH_COMMIT.includes(file) ? [] : "@night",
  }, async () => {
    const page = await openOnce(path, file === OF_VISITORS ? visitor : context);
    // The lines of other files stay, and may be on the same page.
    for (const words of [`A line of ${file}`, `Another line of ${file}`]) {
      writeFileSync(join(folder, file), withLine(file, words));
      await expectLine(page, words);
    }
    await page.close();
  });

test("an edit shows if the editor empties the file before it writes", async () => {
  const file = "src/routes/index.tsx";
  const page = await openOnce("/");
  const edited = withLine(file, "A line in two steps");
  writeFileSync(join(folder, file), "");
  // A slow disk takes this long. Meanwhile the server is told that the file has changed. (A timer could take longer.)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  writeFileSync(join(folder, file), edited);
  await expectLine(page, "A line in two steps");
  await page.close();
});

test("a copy that tests write meanwhile reloads no page", async () => {
  const page = await openOnce("/sign-in", visitor);
  // Of each that it watches, a change of this file reloads all pages.
  writeFileSync(join(folder, COPY, "tsconfig.json"), "{}");
  const file = "src/routes/sign-in/index.tsx";
  writeFileSync(join(folder, file), withLine(file, "A line after the copy"));
  await expectLine(page, "A line after the copy");
  await page.close();
});
