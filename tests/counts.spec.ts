// What the server and the browser do for a page, in counts that are the same on each machine: ./counts.ts has them, and
// the reason for each. A change that makes a page dearer says so there.

import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { accountText } from "../src/messages/account.ts";
import { NAME_SAVED, PAGES } from "./counts.ts";
import { root } from "./support/app.ts";
import { type CountedApp, startCountedApp } from "./support/calls.ts";
import { claimed, expect, expectNotice, insertSession, signedIn, test } from "./support/test.ts";

/** The functions whose calls are counted. */
const FUNCTIONS = {
  // Of asynchronous storage, which has the request's event.
  lookUps: ["getStore"],
  urls: ["URL"],
  cookieParses: ["parseCookie", "parseCookies"],
};

/** What waits for the file of SQLite: each statement, through Prisma or not. */
const STATEMENT = "whenUnlocked";
/** V8 counts an asynchronous function once more where it goes on after its wait. */
const COUNTS_OF_ASYNC = 2;

/** What a browser sends that opens a page without cookies, or with a session's. */
const OPENS = {
  accept: "text/html",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "none",
};

const COMPONENT = /^(?:export )?(?:default )?function ([A-Z]\w*)/gm;

let app: CountedApp;
/** The names of the application's components. */
let components: string[];

test.beforeAll(async () => {
  app = await startCountedApp();
  const files = await Array.fromAsync(glob("src/**/*.tsx", { cwd: root }));
  const texts = files.map((file) => readFileSync(join(root, file), "utf8"));
  components = texts.flatMap((text) => [...text.matchAll(COMPONENT)].map(([, name = ""]) => name));
});

test.afterAll(() => app.stop());

async function countedWhile(act: () => Promise<unknown>) {
  const calls = await app.calls(act);
  const of = (name: string) => calls.get(name) ?? 0;
  const sum = ([, names]: [string, string[]]) => names.reduce((all, name) => all + of(name), 0);
  const functions = Object.fromEntries(Object.entries(FUNCTIONS).map((each) => [each[0], sum(each)]));
  return {
    ...functions,
    statements: of(STATEMENT) / COUNTS_OF_ASYNC,
    components: [...new Set(components)].filter((name) => of(name) > 0).length,
  };
}

for (const [path, { isSignedIn, htmlBytes, scripts, ...counts }] of Object.entries(PAGES)) {
  test(`${path} takes the work that ./counts.ts says`, async () => {
    const { sessionToken } = await insertSession(app);
    const headers = { ...OPENS, ...(isSignedIn && { cookie: `authjs.session-token=${sessionToken}` }) };
    const open = async () => (await fetch(app.origin + path, { headers })).text();
    // The first request of a page prepares what later ones have.
    const html = await open();
    expect(await countedWhile(open)).toEqual(counts);
    expect(html.length).toBeLessThanOrEqual(htmlBytes);
    const files = new Set([...html.matchAll(/"(\/_build\/[^"]+\.js)"/g)].map(([, file = ""]) => file));
    const code = await Promise.all([...files].map(async (file) => (await fetch(app.origin + file)).text()));
    expect(files.size).toBe(scripts.files);
    expect(code.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThanOrEqual(scripts.bytes);
  });
}

test("saving a name takes the work that ./counts.ts says", async ({ page, context }) => {
  await signedIn(app, context);
  await page.goto(`${app.origin}/account`);
  await claimed(page);
  const name = page.getByRole("textbox", { name: accountText.profile.name, exact: true });
  let times = 0;
  const save = async () => {
    await name.fill(`Ada ${times++}`);
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await name.press("Enter");
    await (await answered).finished();
    await expectNotice(page, "nameSaved");
  };
  // The first one loads what calls the server.
  await save();
  expect(await countedWhile(save)).toEqual(NAME_SAVED);
});
