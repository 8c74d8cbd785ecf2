// What the server does for a page, in counts that are the same on each machine, by V8 itself
// (`Profiler.takePreciseCoverage`). A change that makes a page dearer, or cheaper, changes a number here and its
// reason.

import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { accountText } from "../../src/messages/account.ts";
import { type App, freePort, root, startApp } from "../../tests/support/app.ts";
import { claimed, expect, expectNotice, insertSession, signedIn, test } from "../../tests/support/test.ts";

interface Counts {
  /** How often the request's event is looked up in asynchronous storage. */
  lookUps: number;
  /** How many URLs are parsed. */
  urls: number;
  /** How often the header with the cookies is parsed. */
  cookieParses: number;
  /** How many statements the database gets. */
  statements: number;
  /** How many of the application's components are rendered. */
  components: number;
}

interface PageCounts extends Counts {
  isSignedIn: boolean;
}

const PAGES: Record<string, PageCounts> = {
  "/": {
    isSignedIn: false,
    // By SolidStart, the router, and the steps of a request. No component asks.
    lookUps: 48,
    // The server's, our own one, SolidStart's, three of the router, and the path that the session is asked for.
    urls: 7,
    // Ours, and SolidStart's for its cookie "flash".
    cookieParses: 2,
    // A visitor without a session's cookie is known to be signed out.
    statements: 0,
    components: 17,
  },
  "/sign-in": {
    isSignedIn: false,
    // As "/", and the page's own query.
    lookUps: 69,
    urls: 7,
    cookieParses: 2,
    statements: 0,
    components: 23,
  },
  "/protected": {
    isSignedIn: true,
    // As "/", the guard, and the page's own query, which asks for the user.
    lookUps: 75,
    urls: 7,
    cookieParses: 2,
    // The session with its user, which everything of the request shares.
    statements: 1,
    components: 16,
  },
  "/account": {
    isSignedIn: true,
    lookUps: 86,
    urls: 7,
    cookieParses: 2,
    // The session, and the lists of four sections.
    statements: 5,
    components: 39,
  },
};

/** One request: the action, and the account page's data as it is then. */
const NAME_SAVED: Counts = {
  lookUps: 71,
  // SolidStart and the router twelve; ours are the request's, its copy with the whole body, the redirect's, the page's.
  urls: 16,
  cookieParses: 5,
  // The session, the change, and the changed session; the account page's five.
  statements: 8,
  // The layout, which asks the queries of the page.
  components: 10,
};

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

for (const [path, { isSignedIn, ...counts }] of Object.entries(PAGES)) {
  test(`${path} takes the work that this file says`, async () => {
    const { sessionToken } = await insertSession(app);
    const headers = { ...OPENS, ...(isSignedIn && { cookie: `authjs.session-token=${sessionToken}` }) };
    const open = async () => (await fetch(app.origin + path, { headers })).text();
    // The first request of a page prepares what later ones have.
    await open();
    expect(await countedWhile(open)).toEqual(counts);
  });
}

test("saving a name takes the work that this file says", async ({ page, context }) => {
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

/** How often each function was called, by its name. */
type Calls = Map<string, number>;

interface CountedApp extends App {
  /** @returns what the server calls meanwhile: the least of three times, because a timer can go off in one */
  calls: (act: () => Promise<unknown>) => Promise<Calls>;
}

const TIMES = 3;

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

async function startCountedApp(): Promise<CountedApp> {
  const port = await freePort();
  const app = await startApp(undefined, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  const ask = await inspector(port);
  await ask("Profiler.enable");
  await ask("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

  async function once(act: () => Promise<unknown>): Promise<Calls> {
    await ask("Profiler.takePreciseCoverage");
    await act();
    const { result } = (await ask("Profiler.takePreciseCoverage")) as Coverage;
    const calls: Calls = new Map();
    for (const { functionName, ranges } of result.flatMap(({ functions }) => functions)) {
      // The bundler numbers functions that share a name.
      const name = functionName.replace(/\$\d+$/, "");
      calls.set(name, (calls.get(name) ?? 0) + (ranges[0]?.count ?? 0));
    }
    return calls;
  }

  async function calls(act: () => Promise<unknown>): Promise<Calls> {
    const all: Calls[] = [];
    for (let time = 0; time < TIMES; time++) all.push(await once(act));
    const names = new Set(all.flatMap((each) => [...each.keys()]));
    return new Map([...names].map((name) => [name, Math.min(...all.map((each) => each.get(name) ?? 0))]));
  }

  return { ...app, calls };
}

/** @returns what asks Node's inspector on a port */
async function inspector(port: number): Promise<(method: string, params?: object) => Promise<unknown>> {
  const [target] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const waiting = new Map<number, (answer: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(data);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let last = 0;
  return (method, params) =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
}
