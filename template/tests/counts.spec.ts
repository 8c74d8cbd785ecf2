// What the server does for a page, in counts that are the same on each machine, by V8 itself
// (`Profiler.takePreciseCoverage`). A change that makes a page dearer, or cheaper, changes a number here and its
// reason.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { type App, freePort, root, startApp } from "../../tests/support/app.ts";
import { claimed, expect, expectNotice, insertSession, nameField, signedIn, test } from "../../tests/support/test.ts";

/**
 * How often the request's event is looked up in asynchronous storage, how many URLs are parsed, how often the header
 * with the cookies is, how many statements the database gets, and how many of the application's components are rendered.
 */
type Counts = Record<"lookUps" | "urls" | "cookieParses" | "statements" | "components", number>;

/**
 * Of each page the look-ups are SolidStart's, the router's, those of the steps of a request, and of its own queries; the
 * URLs are the server's, our own one, SolidStart's, three of the router, and the path that the session is asked for; the
 * cookies are parsed by us, and by SolidStart for its cookie "flash".
 */
const pageOf = (lookUps: number, statements: number, components: number): Counts => {
  return { lookUps, urls: 7, cookieParses: 2, statements, components };
};

const PAGES: Record<string, Counts> = {
  // A visitor without a session's cookie is known to be signed out.
  "/": pageOf(48, 0, 17),
  "/sign-in": pageOf(69, 0, 23),
  // The session with its user, which everything of the request shares.
  "/protected": pageOf(75, 1, 16),
  // The session, and the lists of four sections.
  "/account": pageOf(86, 5, 39),
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

async function countedWhile(act: () => Promise<unknown>): Promise<Counts> {
  const calls = await app.calls(act);
  const of = (name: string) => calls.get(name) ?? 0;
  return {
    lookUps: of("getStore"),
    urls: of("URL"),
    cookieParses: of("parseCookie") + of("parseCookies"),
    // Each statement waits for the file of SQLite. V8 counts an asynchronous function once more where it goes on.
    statements: of("whenUnlocked") / 2,
    components: [...new Set(components)].filter((name) => of(name) > 0).length,
  };
}

for (const [path, counts] of Object.entries(PAGES))
  test(`${path} takes the work that this file says`, async () => {
    const { sessionToken } = await insertSession(app);
    const headers = { ...OPENS, ...(counts.statements > 0 && { cookie: `authjs.session-token=${sessionToken}` }) };
    const open = async () => (await fetch(app.origin + path, { headers })).text();
    // The first request of a page prepares what later ones have.
    await open();
    expect(await countedWhile(open)).toEqual(counts);
  });

test("saving a name takes the work that this file says", async ({ page, context }) => {
  await signedIn(app, context);
  await page.goto(`${app.origin}/account`);
  await claimed(page);
  const name = nameField(page);
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

interface Coverage {
  result: { functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

async function startCountedApp(): Promise<CountedApp> {
  const port = await freePort();
  const app = await startApp(undefined, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  const [target] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, "open");
  const ask = async (method: string, params?: object): Promise<unknown> => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [{ data }] = await once(socket, "message");
    return JSON.parse(data).result;
  };
  await ask("Profiler.enable");
  await ask("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

  async function callsOnce(act: () => Promise<unknown>): Promise<Calls> {
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
    const all = [await callsOnce(act), await callsOnce(act), await callsOnce(act)];
    const names = new Set(all.flatMap((each) => [...each.keys()]));
    return new Map([...names].map((name) => [name, Math.min(...all.map((each) => each.get(name) ?? 0))]));
  }

  return { ...app, calls };
}
