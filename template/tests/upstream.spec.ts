// The faults that the reports of template/upstream describe, on the frameworks alone. Where one of these tests fails,
// the fault is mended: the report says which part of start-kit works around it, and that part may go.

import { writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { test as base, expect, type Page } from "@playwright/test";
import { waitFor } from "../../tests/support/app.ts";
import { claimed, gateAll } from "../../tests/support/gate.ts";
import { INSTALL, mustRun } from "./support/bare-application.ts";
import { built, filesOf, type Running, start, startBuild, startVite } from "./support/reports.ts";

const test = base.extend<object, object>({
  browser: [
    async ({ browser }, use) => {
      gateAll(browser);
      await use(browser);
    },
    { scope: "worker" },
  ],
});

let server: Running | undefined;

test.afterEach(() => server?.stop());

/** Builds the application of a report and starts it. */
async function run(...report: Parameters<typeof built>): Promise<Running> {
  await server?.stop();
  server = await startBuild(built(...report));
  return server;
}

/** Starts the script of a report without SolidStart. */
async function runScript(report: string, env?: Record<string, string>): Promise<Running> {
  server = await start(filesOf(report), ["server.mjs"], env);
  return server;
}

/** @returns the text of a page or a file */
const textOf = async ({ origin }: Running, path = "/") => (await fetch(origin + path)).text();

/** @returns the ids of the server functions of a page's forms, in their order */
const idsIn = (html: string) => Array.from(html.matchAll(/\?id=([\w-]+)"/g), ([, id = ""]) => id);

/** Calls a server function as the router's script does. */
const call = ({ origin }: Running, id: string, headers: Record<string, string>, body?: BodyInit) =>
  fetch(`${origin}/_server`, {
    method: "POST",
    body,
    headers: { "x-server-id": id, "x-server-instance": "server-fn:0", ...headers },
  });

/** Ends a server as a system does. @returns all that it has printed */
async function terminated({ pid, exit, output }: Running): Promise<string> {
  process.kill(pid, "SIGTERM");
  await exit;
  return output();
}

/** @returns the scripts and stylesheets that a browser loads with the home page, before anything is pressed */
async function loadedWith(running: Running): Promise<string[]> {
  const paths = new Set((await textOf(running)).match(/\/_build\/assets\/[\w-]+\.(?:js|css)/g));
  const files: string[] = [];
  for (const path of paths) {
    const file = await textOf(running, path);
    files.push(file);
    for (const [, name] of file.matchAll(/\b(?:from|import)\s*"\.\/([\w-]+\.js)"/g))
      paths.add(`/_build/assets/${name}`);
  }
  return files;
}

async function open(page: Page, report: string): Promise<void> {
  await page.goto((await run(report)).origin);
}

test("hideManifest: SolidStart publishes the names of source files", async () => {
  const { origin } = await run("hide-manifest");
  const manifest = await fetch(`${origin}/.vite/manifest.json`);
  expect(manifest.status).toBe(200);
  expect(Object.keys(await manifest.json())).toContain("src/entry-client.tsx");
});

test("stableFunctionIds: an open page runs the neighbour of a function that has moved, and none of another folder's build", async () => {
  const [keep = ""] = idsIn(await textOf(await run("stable-function-ids")));
  const press = async ({ origin }: Running) => {
    const options: RequestInit = { method: "POST", body: new FormData(), redirect: "manual" };
    const { status, headers } = await fetch(`${origin}/_server?id=${keep}`, options);
    return [status, headers.get("location")];
  };
  expect(await press(await run("stable-function-ids"))).toEqual([302, "/?ran=keep"]);
  expect(await press(await run("stable-function-ids", "next"))).toEqual([302, "/?ran=remove"]);
  expect(await press(await run("stable-function-ids", undefined, "stable-function-ids-elsewhere"))).toEqual([
    500,
    null,
  ]);
});

test("flightCookies: a cookie's value adds cookies to a single flight, and the call fails for others and without a Referer", async () => {
  const running = await run("flight-cookies");
  const [id = ""] = idsIn(await textOf(running));
  const fly = (headers: Record<string, string>) =>
    call(running, id, { "x-start-type": "2", "x-single-flight": "true", ...headers }, new FormData());
  const referer = `${running.origin}/`;
  const added = await fly({ referer, cookie: "last=a%3Bsession%3Db" });
  expect([added.headers.get("x-error"), await added.text()]).toEqual([
    null,
    expect.stringContaining("last=a;session=b"),
  ]);
  expect((await fly({ referer, cookie: "last=%E2%86%92" })).headers.get("x-error")).toContain("ByteString");
  expect((await fly({})).headers.get("x-error")).toBe("Invalid URL");
  const alone = await call(running, id, { "x-start-type": "2" }, new FormData());
  expect([alone.headers.get("x-error"), await alone.text()]).toEqual([null, "saved"]);
});

test("boundArguments: a bound action fails without JavaScript, and with a file field", async ({ browser }) => {
  const running = await run("bound-arguments");
  const statuses: (number | undefined)[] = [];
  for (const javaScriptEnabled of [true, false]) {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await page.goto(running.origin);
    if (javaScriptEnabled) {
      await claimed(page);
      await page.getByRole("button", { name: "Attach" }).click();
      await expect(page.getByRole("status")).toHaveText("TypeError: Failed to fetch");
    }
    const answered = page.waitForResponse(/_server/);
    await page.getByRole("button", { name: "Remove" }).click();
    statuses.push((await answered).status());
  }
  expect(statuses).toEqual([200, 500]);
  const [leave = ""] = idsIn(await textOf(running));
  const left = await call(running, leave, { "x-start-type": "2" }, new FormData());
  expect(left.headers.get("x-error")).toContain("ByteString");
  expect((await terminated(running)).match(/removed 42, because old/g)).toHaveLength(1);
});

test("ignoredInputs: a cookie reaches the log", async () => {
  const running = await run("ignored-inputs");
  await fetch(running.origin, { headers: { cookie: "flash=a secret of the visitor" } });
  expect(await terminated(running)).toContain("a secret o");
});

test("fewerPasses: Babel compiles a module without JSX", async () => {
  server = await startVite(filesOf("fewer-passes"));
  expect(await textOf(server)).toContain("Hello");
  expect(server.output()).toContain("Babel compiles words.ts");
});

test("bufferedOutput: a module that a plugin and a page import is there twice", async () => {
  const running = await run("buffered-output");
  await textOf(running);
  expect((await terminated(running)).match(/a log was opened/g)).toHaveLength(2);
});

test("preloadRoutes: the first request of a page loads it", async () => {
  const running = await run("preload-routes");
  expect(running.output()).not.toContain("the page was loaded");
  await textOf(running);
  expect(await terminated(running)).toContain("the page was loaded");
});

test("settledQueries: a page renders twice although its preload has the data", async () => {
  expect(await textOf(await run("settled-queries"))).toMatch(/Hello, .*Ada.*: .*2</);
});

test("isolatePages: a page that waits for its data has the data of another request", async () => {
  const running = await run("isolate-pages");
  const mine = textOf(running, "/mine");
  await expect.poll(() => textOf(running, "/slow")).toContain("the secret of Ada");
  expect(await mine).toContain("letters");
});

test("serverFunctions: any client calls a function that no page shows", async () => {
  const running = await run("server-functions");
  const [, id = ""] = (await loadedWith(running)).join("\n").match(/["'`]([\da-f]+-0)["'`]/) ?? [];
  const answer = await call(running, id, { "x-start-type": "1", "content-type": "text/plain" }, "ada");
  expect(answer.status).toBe(200);
  expect(await terminated(running)).toContain("deleted ada");
});

test("inlineCss: a page names a stylesheet of a few bytes, and has none", async () => {
  const html = await textOf(await run("inline-css"));
  expect(html).toMatch(/<link[^>]* rel="stylesheet"/);
  expect(html).not.toContain("<style");
});

test("leanClient: a page with one form loads the styles of the toolbar of development, and what calls server functions", async () => {
  const files = await loadedWith(await run("lean-client"));
  const sizes = files.map((file) => gzipSync(file).length);
  const kilobytes = sizes.reduce((sum, size) => sum + size) / 1000;
  expect([files.length, Math.round(kilobytes)]).toEqual([4, 34]);
  expect(files.find((file) => file.startsWith("["))).toContain("data-start-icon-button");
  expect(files.filter((file) => file.includes("X-Server-Instance"))).toHaveLength(1);
});

test("versionSkew: the id of another build is an internal error, with a stack in the log", async () => {
  const running = await run("version-skew");
  expect((await call(running, "12345678-0", {})).status).toBe(500);
  expect(await terminated(running)).toContain("invalid server function: 12345678-0\n    at ");
});

test("logStreamErrors: srvx drops the error of a response that has begun", async () => {
  const running = await runScript("log-stream-errors");
  const { body } = await fetch(running.origin);
  await expect(text(body as never)).rejects.toThrow("terminated");
  expect(await terminated(running)).not.toMatch(/reported|the database is gone/);
});

test("gracefulShutdown: srvx cuts a response that is on its way when it stops, and goes on after its limit", async () => {
  const first = await runScript("graceful-shutdown");
  const answer = await new Promise<NodeJS.ReadableStream>((resolve) => get(`${first.origin}/page`, resolve));
  process.kill(first.pid, "SIGTERM");
  await waitFor("stop", () => first.output().includes("Stopping") || undefined);
  await expect(text(answer)).rejects.toThrow("aborted");

  const second = await runScript("graceful-shutdown", { SERVER_SHUTDOWN_TIMEOUT: "1" });
  const hanging = fetch(`${second.origin}/hanging`).catch(() => "cut");
  await waitFor("call", () => second.output().includes("still here") || undefined);
  process.kill(second.pid, "SIGTERM");
  expect(await hanging).toBe("cut");
  await waitFor("call after the limit", () => /Forcibly closing[\s\S]*still here/.test(second.output()) || undefined);
});

test("hydrationFallback: a page answers no press where an extension has removed an element", async ({ page }) => {
  const failed = page.waitForEvent("console", (message) => /properties of null/.test(message.text()));
  await open(page, "hydration-fallback");
  await failed;
  const button = page.getByRole("button");
  await button.dispatchEvent("click");
  await expect(button).toHaveText("Pressed 0 times");
});

test("restoreFocus: after a press that removes its own row, the focus is on the body", async ({ page }) => {
  await open(page, "restore-focus");
  await claimed(page);
  const button = page.getByRole("button", { name: "Remove two" });
  await button.press("Enter");
  await expect(page.locator("body")).toBeFocused();
  await expect(button).toBeHidden();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("solid-js: a page that waits for two resources, of which one is known, is empty after a click", async ({
  page,
}) => {
  const folder = filesOf("transition-values");
  mustRun(`${INSTALL} solid-js@1`, folder);
  mustRun("npx vite build", folder);
  server = await startBuild(folder);
  await page.goto(server.origin);
  await claimed(page);
  await expect(page.getByText("Known: after 0 ms")).toBeVisible();
  await page.getByRole("link", { name: "Both" }).click();
  await expect(page.getByRole("main")).toHaveText("");
});

test("validateResponses: a call that another server answers resolves with undefined", async ({ page }) => {
  await open(page, "validate-responses");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("resolved with undefined")).toBeVisible();
});

test("reportBlockedSources: Vite forwards what a script says, and nothing of what the policy has blocked", async ({
  page,
}) => {
  server = await startVite(filesOf("report-blocked-sources"));
  const { origin, output } = server;
  await page.goto(origin);
  await waitFor("line of the page's script", () => output().includes("a source was blocked") || undefined);
  expect(output()).not.toMatch(/img-src|images\.example|Content.Security.Policy/i);
});

test("developmentRoutes: the server knows neither a route that cannot be parsed nor a new one", async () => {
  const folder = filesOf("development-routes");
  server = await startVite(folder);
  expect(await textOf(server, "/broken")).toContain("Not found");
  writeFileSync(join(folder, "src/routes/new.tsx"), "export default () => <h1>New</h1>;\n");
  const { origin } = server;
  await expect.poll(async () => (await fetch(`${origin}/@id/solid-start:routes`)).text()).toContain("new.tsx");
  expect(await textOf(server, "/new")).toContain("Not found");
  await server.stop();
  server = await startVite(folder);
  expect(await textOf(server, "/new")).toContain("New");
});
