// An attacker's site in the victim's browser. The attacker has a genuine mail link and a genuine answer of GitHub, for
// the attacker's own account. Each test checks which user the victim is afterwards, and that the attempt would have
// worked for the attacker. (A passkey's response in another browser: packages/solid-authjs/test/features/passkey.)
//
// The application is on localhost. The attacker is on 127.0.0.1, which is another site for browsers. Where the
// browser's own cookie protection should not be what helps, the attacker is on another port of localhost: the same
// site, like a sibling subdomain. From there, forms carry the victim's cookies and a CSRF cookie that the attacker
// made.

import type { BrowserContext, Page } from "@playwright/test";
import { type App, root, startApp } from "../../tests/support/app.ts";
import { Client, consentAtGitHub, signInByLink } from "../../tests/support/client.ts";
import { serve } from "../../tests/support/peer.ts";
import {
  test as base,
  expect,
  expectAuthError,
  expectRows,
  followLink,
  insertSession,
  linkIn,
  mailTo,
  newEmail,
  sessionCookie,
  signedIn,
} from "../../tests/support/test.ts";
import { serverFunctionIds } from "./support/fuzz.ts";
import { forward } from "./support/proxy.ts";
import { exchange, header, write } from "./support/raw-http.ts";

interface Attacker {
  email: string;
  /** The attacker's own browser. */
  browser: Client;
  /** Two empty sites: another site, and the same site, whose CSRF cookie the application gets too. */
  pages: [string, string];
}

/**
 * The server's responses, by method, path and the query's `way`, because a browser does not tell the status of an
 * image.
 */
const statuses = new Map<string, number>();

const test = base.extend<{ attacker: Attacker }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      let target = "";
      const front = await serve(
        () => (message, reply) =>
          forward(target, message, reply, (answer) => {
            const { pathname, searchParams } = new URL(message.url ?? "/", target);
            statuses.set(`${message.method} ${pathname} ${searchParams.get("way")}`, answer.statusCode ?? 0);
            answer.pipe(reply.writeHead(answer.statusCode ?? 502, answer.headers));
          }),
      );
      const origin = onLocalhost(front.url);
      const app = await startApp(root, { AUTH_URL: origin });
      target = app.origin;
      await use({ ...app, origin });
      await app.stop();
      await front.close();
    },
    { scope: "worker" },
  ],

  attacker: async ({ app }, use) => {
    const browser = new Client(app.origin, "203.0.113.66");
    const peer = await serve(() => (_, reply) => {
      const csrf = browser.cookies.get("authjs.csrf-token");
      reply.setHeader("content-type", "text/html");
      if (csrf) reply.setHeader("set-cookie", `authjs.csrf-token=${csrf}; Path=/`);
      reply.end("<!doctype html><title>Kittens</title>");
    });
    await use({ email: newEmail("attacker"), browser, pages: [peer.url, onLocalhost(peer.url)] });
    await peer.close();
  },
});

// With one more header, browsers would send a preflight request and be refused.
test.use({ extraHTTPHeaders: {} });

function onLocalhost(url: string): string {
  return url.replace("127.0.0.1", "localhost");
}

/** The user of the browser, as the application sees it. */
async function whoIs(context: BrowserContext, app: App): Promise<string | null> {
  const session = await (await context.request.get(`${app.origin}/api/auth/session`)).json();
  return session?.user?.email ?? null;
}

/**
 * What a page can send and load without a preflight and without a navigation, and the navigations to the response.
 * Forms that do not navigate have hidden frames as their target.
 */
const POSTS = {
  staying: [
    ...["form in a frame", "form, JSON as plain text", "form in a sandbox", "form to a new window"],
    ...["fetch, multipart", "beacon"],
  ],
  leaving: ["form", "form without a referrer"],
};
const LOADS = { staying: ["img", "iframe", "fetch", "link to a new window"], leaving: ["link"] };
const waysOf = ({ fields }: Attempt) => (fields ? POSTS : LOADS);

interface Attempt {
  url: string;
  /** The fields to post. Without them, the URL is loaded. */
  fields?: Record<string, string>;
}

/**
 * Makes an attempt from the attacker's pages in every way.
 *
 * @param status the expected status of each response
 * @param embedded the expected status if the attacker's page embeds the URL
 */
async function expectAnswered(
  page: Page,
  froms: string[],
  attempt: Attempt,
  status: number,
  embedded = status,
): Promise<void> {
  const context = page.context();
  const { staying, leaving } = waysOf(attempt);
  for (const from of froms) {
    statuses.clear();
    // First the ways that carry most of the victim's cookies, while the attacker's link is fresh.
    for (const way of leaving) await leave(page, from, attempt, way);
    await page.goto(from);
    await page.evaluate(start, { ...attempt, ways: staying });
    // A browser loads for the page itself, and not as a page.
    const isEmbedded = (way: string) => staying.includes(way) && !way.endsWith("new window");
    await expectAll(attempt, (way) => (isEmbedded(way) ? embedded : status));
    for (const other of context.pages()) if (other !== page) await other.close();
  }
}

/** Goes from the attacker's page to the page that an attempt leads to. */
async function leave(page: Page, from: string, attempt: Attempt, way: string): Promise<void> {
  await page.goto(from);
  const left = page.waitForEvent("load");
  await page.evaluate(start, { ...attempt, ways: [way] });
  await left;
}

function expectAll(attempt: Attempt, statusOf: (way: string) => number): Promise<void> {
  const asked = `${attempt.fields ? "POST" : "GET"} ${new URL(attempt.url).pathname}`;
  const ways = Object.values(waysOf(attempt)).flat();
  const answered = () => Object.fromEntries(ways.map((way) => [way, statuses.get(`${asked} ${way}`)]));
  return expect
    .poll(answered, { intervals: [20] })
    .toEqual(Object.fromEntries(ways.map((way) => [way, statusOf(way)])));
}

/** The attacker's script. Each way has its own URL, so that its response can be identified. */
function start({ url, fields, ways }: Attempt & { ways: string[] }): void {
  for (const way of ways) {
    const target = new URL(url);
    target.searchParams.set("way", way);
    if (fields) send(way, target.href, fields);
    else load(way, target.href);
  }

  function send(way: string, href: string, content: Record<string, string>): void {
    // Text that is valid JSON: the equals sign is inside a last, meaningless field.
    const [name, value] = [`${JSON.stringify(content).slice(0, -1)},"x":"`, '"}'];
    const entries = way.includes("JSON") ? [[name, value] as const] : Object.entries(content);
    if (way === "beacon") return void navigator.sendBeacon(href, new URLSearchParams(content));
    if (way.startsWith("fetch")) {
      const body = new FormData();
      for (const [key, text] of entries) body.set(key, text);
      return void fetch(href, { method: "POST", body, mode: "no-cors", credentials: "include" });
    }

    const form = Object.assign(document.createElement("form"), { method: "post", action: href });
    if (way.includes("JSON")) form.enctype = "text/plain";
    for (const [key, text] of entries) {
      const input = document.createElement("input");
      input.setAttribute("name", key);
      input.setAttribute("value", text);
      form.append(input);
    }
    if (way === "form in a sandbox") {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-forms allow-scripts");
      frame.srcdoc = `${form.outerHTML}<script>document.forms[0].submit()</script>`;
      document.body.append(frame);
      return;
    }
    if (way.includes("new window")) form.target = "_blank";
    if (way.includes("frame") || way.includes("JSON")) {
      document.body.append(Object.assign(document.createElement("iframe"), { name: way }));
      form.target = way;
    }
    if (way.includes("referrer")) {
      const policy = { name: "referrer", content: "no-referrer" };
      document.head.append(Object.assign(document.createElement("meta"), policy));
    }
    document.body.append(form);
    setTimeout(() => form.submit());
  }

  function load(way: string, href: string): void {
    if (way === "fetch") return void fetch(href, { mode: "no-cors", credentials: "include" });
    if (!way.startsWith("link")) {
      document.body.append(Object.assign(document.createElement(way), { src: href }));
      return;
    }
    const link = Object.assign(document.createElement("a"), { href });
    if (way.includes("new window")) link.target = "_blank";
    document.body.append(link);
    setTimeout(() => link.click());
  }
}

/** Asks for a link and returns it, unopened. */
async function mailLink(app: App, { browser, email }: Attacker): Promise<string> {
  await browser.post("/api/auth/signin/email", { csrfToken: await browser.csrfToken(), email });
  return linkIn(await mailTo(app, email));
}

test("an attacker's mail link names its account and signs no user in, however it is opened or posted", async ({
  page,
  app,
  context,
  attacker,
}) => {
  const link = await mailLink(app, attacker);
  const endpoint = link.replace("/sign-in/confirm", "/api/auth/callback/email");
  await expectAnswered(page, attacker.pages, { url: endpoint }, 403);
  await expectAnswered(page, attacker.pages, { url: link }, 200);
  await leave(page, attacker.pages[0], { url: link }, "link");
  await expect(page.getByText("This link was requested in another browser")).toBeVisible();
  await expect(page.getByRole("main").getByText(attacker.email)).toBeVisible();
  const fields = { csrfToken: await attacker.browser.csrfToken(), ...Object.fromEntries(new URL(link).searchParams) };
  await expectAnswered(page, attacker.pages, { url: `${app.origin}/api/auth/callback/email`, fields }, 403);
  expect(await sessionCookie(context)).toBeUndefined();
  expect(await whoIs(context, app)).toBeNull();

  await signInByLink(attacker.browser, link);
  expect(attacker.browser.sessionToken).toBeDefined();
});

test("GitHub's callback for an attacker signs no other browser in, not even during the victim's own sign-in", async ({
  page,
  app,
  context,
  attacker,
}) => {
  const answer = new URL(await consentAtGitHub(attacker.browser, { login: "mallory", email: attacker.email }));
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect(page.getByRole("heading", { name: "Who are you today?" })).toBeVisible();
  await expectAnswered(page, attacker.pages, { url: answer.href }, 302, 403);
  // Some providers post their answer, so a post that leads there is accepted, with the same result as the link.
  const form = { url: answer.origin + answer.pathname, fields: Object.fromEntries(answer.searchParams) };
  await expectAnswered(page, [attacker.pages[1]], form, 302, 403);
  expect(await whoIs(context, app)).toBeNull();
  await leave(page, attacker.pages[1], form, "form");
  await expectAuthError(page, "InvalidCheck");
  expect(await whoIs(context, app)).toBeNull();
  await expectRows(app, "User", "email", attacker.email).toHaveLength(0);

  await attacker.browser.get(answer.href);
  expect(attacker.browser.sessionToken).toBeDefined();
});

test("no other site can sign a visitor out, call a server function or make a visitor's browser request a mail", async ({
  page,
  app,
  context,
  attacker,
}) => {
  const victim = await signedIn(app, context);
  const csrfToken = await attacker.browser.csrfToken();
  const [url, email] = [`${app.origin}/api/auth/signout`, newEmail("flooded")];
  await expectAnswered(page, attacker.pages, { url, fields: { csrfToken, callbackUrl: "/" } }, 403);
  // Of the two sites, the same one sends the visitor's cookies along.
  await expectAnswered(page, [attacker.pages[1]], { url }, 302, 403);
  const mail = { url: `${app.origin}/api/auth/signin/email`, fields: { csrfToken, email } };
  await expectAnswered(page, [attacker.pages[1]], mail, 403);
  expect(app.mailbox.mails.filter(({ to }) => to?.[0]?.address === email)).toHaveLength(0);
  await expectRows(app, "VerificationToken", "identifier", email).toHaveLength(0);

  const called = page.waitForResponse((response) => response.url().includes("/_server"));
  await page.goto("/");
  await followLink(page, "/protected/client");
  const own = await called;
  expect(own.status()).toBe(200);
  expect(await own.text()).toContain(victim.email);
  await expectAnswered(page, [attacker.pages[1]], { url: own.url() }, 403);
  await expectAnswered(page, attacker.pages, { url: own.url(), fields: { args: "[]" } }, 403);
  expect((await sessionCookie(context))?.value).toBe(victim.sessionToken);
  expect(await whoIs(context, app)).toBe(victim.email);
});

test("a script on another site cannot read a visitor's pages, frame one with a button, nor keep a reference to a window it opens", async ({
  page,
  app,
  context,
  attacker,
}) => {
  const framed = ["/sign-in?fresh=1", "/sign-out", "/account", "/welcome", await mailLink(app, attacker)];
  await signedIn(app, context);
  const read = ["/api/auth/session", "/api/auth/csrf", "/api/auth/webauthn-options/passkey", "/account", "/"];
  const urlsOf = (paths: string[]) => paths.map((path) => new URL(path, app.origin).href);
  for (const from of attacker.pages) {
    await page.goto(from);
    const found = await page.evaluate(async (urls) => {
      const read = (url: string) => fetch(url, { credentials: "include" }).then((response) => response.text());
      return Promise.all(urls.map((url) => read(url).catch(() => "nothing")));
    }, urlsOf(read));
    expect(found).toEqual(read.map(() => "nothing"));

    await page.evaluate((urls) => {
      for (const src of urls) document.body.append(Object.assign(document.createElement("iframe"), { src }));
    }, urlsOf(framed));
    const frames = () => Array.from(page.frames().slice(1), (frame) => frame.url());
    await expect.poll(frames).toEqual(framed.map(() => "chrome-error://chromewebdata/"));

    // The attacker has no access to the window: it can neither count its frames nor navigate it.
    const opening = page.waitForEvent("popup");
    await page.evaluate((url) => Object.assign(window, { opened: window.open(url) }), `${app.origin}/account`);
    const opened = await opening;
    await expect(opened.getByRole("heading", { name: "Your account" })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, "opened").closed)).toBe(true);
    await opened.close();
  }
});

/** A call of a server function that a form makes, or a script that half claims to be the router. */
async function locationAfter(app: App, method: string, name: string, headers: string[], host?: string) {
  const id = serverFunctionIds().find((each) => each.endsWith(`-${name}`));
  const body = method === "POST" ? "token=x" : "";
  const answer = await exchange(
    app.origin,
    write({ method, target: `/_server?id=${id}`, headers, body, host }, app.origin),
  );
  return answer && header(answer, "location");
}

test("a server function called without the router's headers, or with half of them, redirects to this site only", async ({
  app,
}) => {
  const { sessionToken } = await insertSession(app);
  const cookie = `Cookie: authjs.session-token=${sessionToken}`;
  const queried = (referer: string, host?: string) =>
    locationAfter(app, "GET", "lastSignIn", [cookie, ...(referer && [`Referer: ${referer}`])], host);
  expect(await queried(`${app.origin}/account`)).toBe(`${app.origin}/account`);
  for (const referer of ["https://evil.example/x", "https://evil.example", `${app.origin}.evil.example/`])
    expect(await queried(referer), referer).toBe(`${app.origin}/`);
  expect(await queried("", "evil.example")).toBe(`${app.origin}/`);

  const form = [
    `Referer: ${app.origin}/account`,
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Length: 7",
  ];
  for (const instance of [[], ["X-Server-Instance: "], ["X-Server-Instance:"]])
    for (const flight of [[], ["X-Single-Flight: true"], ["X-Single-Flight: "]]) {
      const location = await locationAfter(app, "POST", "undoEmail", [...form, ...instance, ...flight], "evil.example");
      expect(new URL(location ?? "").origin, [...instance, ...flight].join(", ")).toBe(app.origin);
    }
});
