// A page stays open over a deployment: a function of the server and a page's script have other names (NEXT in
// support/variants.ts). A proxy stands in front of a server of each build. (Functions that have moved:
// packages/start-kit/test/stable-function-ids.test.ts.)

import type { BrowserContext, Page } from "@playwright/test";
import { brokenText, newerBuildText, unreachableText, updatedNotice } from "../../src/messages/errors.ts";
import { type App, startApp } from "../../tests/support/app.ts";
import { buildVariant } from "../../tests/support/copies.ts";
import { type Peer, serve } from "../../tests/support/peer.ts";
import {
  claimed,
  expect,
  expectNotice,
  followLink,
  insertSessionRow,
  nameField,
  pressAndConfirm,
  rows,
  saveName,
  signedIn,
  test,
} from "../../tests/support/test.ts";
import { forward } from "./support/proxy.ts";
import { LAB } from "./support/variants.ts";

let proxy: Peer;
let before: App;
let after: App;
/** Which server answers a request. */
let choose: (path: string) => App;

test.beforeAll(async () => {
  const next = buildVariant(LAB);
  proxy = await serve(() => (message, reply) => forward(choose(message.url ?? "/").origin, message, reply));
  before = await startApp(undefined, { AUTH_URL: proxy.url });
  after = await startApp(next, { AUTH_URL: proxy.url, DATABASE_URL: before.databaseUrl });
});
test.afterAll(async () => {
  await proxy.close();
  await after.stop();
  await before.stop();
});
test.beforeEach(() => deploy(before));

const deploy = (app: App) => {
  choose = () => app;
};

/** Signs a user in, and opens the account page of the first build. */
async function openAccount(page: Page, context: BrowserContext): Promise<string> {
  const { id } = await signedIn({ ...before, origin: proxy.url }, context);
  await page.goto(`${proxy.url}/account`);
  await claimed(page);
  return id;
}

/** Has the page load what calls the server, as its first call does. Later calls reach the next build. */
async function callServer(page: Page): Promise<void> {
  await saveName(page, "Ada");
  await expectNotice(page, "nameSaved");
}

/** Counts how often a page is loaded from here on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("load", () => loads++);
  return () => loads;
}

for (const hasCalled of [true, false])
  test(`a press whose function is gone, in a page that has ${hasCalled ? "" : "not "}called the server before, says that the page was updated, and works then`, async ({
    page,
    context,
  }) => {
    const id = await openAccount(page, context);
    if (hasCalled) await callServer(page);
    const loads = countLoads(page);
    deploy(after);
    await saveName(page, "Ada Lovelace");
    await expect(page.getByRole("alert")).toHaveText(updatedNotice.text);
    expect(rows(before, "User", "id", id)[0]?.name).not.toBe("Ada Lovelace");
    await expect.poll(loads).toBe(1);
    await saveName(page, "Ada Lovelace");
    await expectNotice(page, "nameSaved");
    expect(rows(before, "User", "id", id)[0]?.name).toBe("Ada Lovelace");
  });

test("a press whose function asks for more than the page sends says that the page was updated, and works then", async ({
  page,
  context,
}) => {
  const id = await openAccount(page, context);
  insertSessionRow(before, id);
  await page.reload();
  await callServer(page);
  deploy(after);
  await pressAndConfirm(page, "Sign out other sessions");
  await expect(page.getByRole("alert")).toHaveText(updatedNotice.text);
  expect(rows(before, "Session", "userId", id)).toHaveLength(2);
  await pressAndConfirm(page, "Sign out other sessions");
  await expectNotice(page, "otherSessionsEnded");
  expect(rows(before, "Session", "userId", id)).toHaveLength(1);
});

test("a page whose script is gone is loaded from the server", async ({ page, context }) => {
  await openAccount(page, context);
  await page.goto(proxy.url);
  await claimed(page);
  deploy(after);
  const loads = countLoads(page);
  await followLink(page, "/protected/client");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Hello");
  expect(new URL(page.url()).pathname).toBe("/protected/client");
  await expect.poll(loads).toBe(1);
});

test("a page whose script the browser has given up, as Firefox does when it leaves, loads no other page, and can be tried again", async ({
  page,
  context,
}) => {
  await openAccount(page, context);
  await page.goto(proxy.url);
  await claimed(page);
  await page.route("**/*.js", (route) =>
    route.request().resourceType() === "script" ? route.abort() : route.continue(),
  );
  const loads = countLoads(page);
  const asked = page.waitForResponse((response) => response.request().method() === "HEAD");
  await followLink(page, "/protected/client");
  await expect(page.getByRole("heading", { name: unreachableText.title })).toBeVisible();
  expect((await asked).status()).toBe(200);
  expect(loads()).toBe(0);
  await page.unroute("**/*.js");
  await page.getByRole("link", { name: brokenText.again }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Hello");
});

test("a page of one build with calls of the other loads itself once, says what is wrong, and loses nothing", async ({
  page,
  context,
}) => {
  await openAccount(page, context);
  choose = (path) => (path.startsWith("/_server") ? after : before);
  const loads = countLoads(page);
  await saveName(page, "Ada Lovelace");
  await expect(page.getByRole("alert")).toHaveText(updatedNotice.text);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: newerBuildText.text })).toBeVisible();
  await expect(nameField(page)).toHaveValue("Ada Lovelace");
  await expect.poll(loads).toBe(1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a form whose function is gone leads back to its page, which says that it was updated", async ({
    page,
    context,
  }) => {
    await openAccount(page, context);
    deploy(after);
    await saveName(page, "Ada Lovelace");
    await expectNotice(page, "updated");
    await saveName(page, "Ada Lovelace");
    await expectNotice(page, "nameSaved");
  });
});

test("an invented function is refused with 404, and leaves no error in the log", async ({ request }) => {
  const answer = await request.post(`${proxy.url}/_server`, {
    headers: { origin: proxy.url, "x-server-id": "00000000-removeUser", "x-server-instance": "server-fn:0" },
  });
  expect(answer.status()).toBe(404);
  const entries = await before.entries();
  expect(entries.filter(({ level }) => level === "error" || level === "warn")).toEqual([]);
});
