// What a browser asks a server for: when it opens the home page, when a user follows a link, and when a user saves a
// name. The requests are kept, so that they can be sent again under load.

import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Browser, Page, Request } from "@playwright/test";
import type { Step } from "./load.ts";

/** The name that is saved. Others of its length take its place when the requests are sent again. */
export const NAME = "Name-000000000";

/** A page that has asked for nothing for so long asks for nothing more. */
const QUIET_MS = 500;

export interface Visit {
  /** The scripts of the home page, gzipped. */
  scripts: { files: number; bytes: number };
  /** The link to the protected page, the first that is followed: how many requests, and those for data. */
  navigation: Sent;
  /** A name that is saved, after another one: scripts are there already. */
  action: Sent;
}

export interface Sent {
  count: number;
  data: Step[];
}

/**
 * Visits a server, as a visitor and then as a user.
 *
 * @param headers what the user's requests have, with the cookie
 */
export async function visit(browser: Browser, origin: string, headers: Record<string, string>): Promise<Visit> {
  const visitor = await browser.newPage();
  const first = requestsOf(visitor);
  await visitor.goto(origin, { waitUntil: "networkidle" });
  const scripts = await scriptsAmong(first);
  await visitor.close();

  const context = await browser.newContext();
  const [name = "", value = ""] = headers.cookie?.split("=") ?? [];
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  const sent = requestsOf(page);
  await page.goto(origin, { waitUntil: "networkidle" });
  sent.length = 0;
  const link = page.locator('a[href="/protected"]').first();
  await untilQuiet(page, sent, () => link.click());
  const navigation = await toSent(sent);

  await page.goto(`${origin}/account`, { waitUntil: "networkidle" });
  await save(page, sent, "Name-before");
  sent.length = 0;
  await save(page, sent, NAME);
  const action = await toSent(sent);
  await context.close();
  return { scripts, navigation, action };
}

/** The requests of a page, without its icon, as they are sent. */
function requestsOf(page: Page): Request[] {
  const sent: Request[] = [];
  page.on("request", (request) => request.url().includes("favicon") || sent.push(request));
  return sent;
}

const isData = (request: Request) => ["fetch", "xhr"].includes(request.resourceType());

async function save(page: Page, sent: Request[], name: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await untilQuiet(page, sent, () => page.getByRole("button", { name: "Save", exact: true }).click());
}

/** Acts, and waits until data has come and no further request follows. */
async function untilQuiet(page: Page, sent: Request[], act: () => Promise<void>): Promise<void> {
  const found = page.waitForResponse((response) => isData(response.request()));
  await act();
  await found;
  for (let known = -1; known !== sent.length; ) {
    known = sent.length;
    await delay(QUIET_MS);
  }
}

async function scriptsAmong(requests: Request[]): Promise<Visit["scripts"]> {
  const scripts = requests.filter((request) => request.resourceType() === "script");
  const bodies = await Promise.all(scripts.map(async (request) => (await request.response())?.body()));
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body ?? "").length, 0);
  return { files: scripts.length, bytes };
}

/** What a client of its own sets. */
const OWN_HEADERS = ["accept-encoding", "connection", "content-length", "cookie", "host"];

async function toSent(requests: Request[]): Promise<Sent> {
  const data = requests.filter(isData).map(async (request): Promise<Step> => {
    const { pathname, search } = new URL(request.url());
    const headers = Object.entries(await request.allHeaders()).filter(([name]) => !OWN_HEADERS.includes(name));
    return {
      method: request.method() as Step["method"],
      path: pathname + search,
      headers: Object.fromEntries(headers),
      body: request.postData() ?? "",
    };
  });
  return { count: requests.length, data: await Promise.all(data) };
}
