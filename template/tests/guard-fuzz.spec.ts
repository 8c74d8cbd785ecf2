// The guard against spellings of a path: protected paths in every form that some parser may read as one of them, and
// the headers that have bypassed other servers' guards.

import assert from "node:assert/strict";
import fc from "fast-check";
import appConfig from "../../app.config.ts";
import type { App } from "../../tests/support/app.ts";
import { expect, hash, insertSession, newClient, test } from "../../tests/support/test.ts";
import { atNight } from "../night.ts";
import { fuzz, percent, serialized, serverFunctionIds, words } from "./support/fuzz.ts";
import { type Answer, exchange, header, type RawRequest, utf8, write } from "./support/raw-http.ts";

const PROTECTED_PAGES = ["/protected", "/protected/client", "/account", "/welcome"];
const GUARDED = [...PROTECTED_PAGES, "/protected/no-such-page", "/account/passkeys", "/welcome/x"];

interface PublicAddress {
  path: string;
  status: number;
  /** Text that only the expected page contains. */
  says: string;
  /** The router ignores a slash at the end and the case. */
  isPage?: true;
}

const PUBLIC: PublicAddress[] = [
  { path: "/", status: 200, says: `>${appConfig.name}</title>`, isPage: true },
  { path: "/sign-in", status: 200, says: "Email me a link", isPage: true },
  { path: "/sign-in/confirm?token=x&email=a%40example.com", status: 200, says: "requested in another browser" },
  { path: "/sign-in/confirm", status: 403, says: "This link no longer works", isPage: true },
  { path: "/verify-request", status: 200, says: "Check your inbox", isPage: true },
  { path: "/sign-out", status: 200, says: "signed out", isPage: true },
  { path: "/error?error=Verification", status: 403, says: "This link no longer works" },
  { path: "/no/such/page", status: 404, says: "Page not found", isPage: true },
  { path: "/api/health", status: 200, says: `{"status":"ok"}` },
  { path: "/api/auth/providers", status: 200, says: `"passkey"` },
  { path: "/api/auth/session", status: 200, says: "null" },
  { path: "/favicon.svg", status: 200, says: "<svg" },
];

/** How many spellings to try. For public paths a tenth as many. */
const COUNT = atNight(20_000, 2_000);

test(`${COUNT} spellings of the protected paths show a signed-out visitor nothing`, async ({ app }) => {
  const { marks, requests } = await meetTheUser(app);
  await fuzz(requests, COUNT, async (request) => {
    const answer = await send(app, request);
    assert.ok(answer.status < 500, `status ${answer.status}`);
    const shown = [answer.text, ...answer.headers.flat()].join("\n");
    assert.deepEqual(
      marks.filter((mark) => shown.includes(mark)),
      [],
    );
    const location = header(answer, "location");
    if (location !== undefined) assert.equal(new URL(location, app.origin).origin, app.origin);
  });
  expect((await send(app, get("/api/health"))).text).toBe(`{"status":"ok"}`);
});

test("every protected path is an empty redirect to / for signed-out visitors", async ({ app }) => {
  for (const path of [...GUARDED, ...GUARDED.map((path) => path.toUpperCase()), ...GUARDED.map((path) => `${path}/`)]) {
    const answer = await send(app, get(path));
    expect(answer.status, path).toBe(302);
    expect(header(answer, "location"), path).toBe(`${app.origin}/`);
    expect(answer.text, path).toBe("");
  }
});

test("the public paths respond as they should, with any harmless addition", async ({ app }) => {
  const home = await send(app, get("/"));
  const script = /\/_build\/assets\/entry-client-[\w-]+\.js/.exec(home.text)?.[0];
  const addresses = [...PUBLIC, { path: script ?? "no script in the home page", status: 200, says: "import" }];
  for (const address of addresses) expectAnswer(await send(app, get(address.path)), address);
  await fuzz(variations(addresses), COUNT / 10, async ({ address, target }) => {
    expectAnswer(await send(app, get(target)), address);
  });
});

test("a path that only resembles a protected one is public", async ({ app }) => {
  for (const path of ["/protectedness", "/accounts", "/unprotected", "/my/account", "/protected.html"])
    expect((await send(app, get(path))).status, path).toBe(404);
  await fuzz(resemblances(), COUNT / 10, async (target) => {
    const answer = await send(app, get(target));
    assert.equal(answer.status, 404);
    assert.equal(header(answer, "location"), undefined);
  });
});

async function send(app: App, request: RawRequest): Promise<Answer> {
  const headers = [`X-Forwarded-For: ${newClient()}`, ...request.headers];
  const answer = await exchange(app.origin, write({ ...request, headers }, app.origin));
  if (!answer) throw new Error("The server hung up without an answer.");
  return answer;
}

function get(target: string, headers: string[] = []): RawRequest {
  return { method: "GET", target, headers, body: "" };
}

function expectAnswer(answer: Answer, { status, says }: PublicAddress): void {
  assert.equal(answer.status, status);
  assert.ok(answer.text.includes(says), `"${says}" is missing`);
}

/**
 * A user with things to see, and what shows that they were seen: the user's data, and the sentences, scripts and
 * serialised data that are on protected pages and on no other.
 */
async function meetTheUser(app: App): Promise<{ marks: string[]; requests: fc.Arbitrary<RawRequest> }> {
  const { id, email, sessionToken } = await insertSession(app, "vera.verborgen@example.com");
  const name = "Vera Verborgen";
  const passkey = "A key under the third flower pot";
  app.database.prepare(`UPDATE "User" SET "name" = ? WHERE "id" = ?`).run(name, id);
  app.database
    .prepare(
      `INSERT INTO "Authenticator" ("credentialID", "userId", "providerAccountId", "credentialPublicKey", "counter", "credentialDeviceType", "credentialBackedUp", "name", "createdAt") VALUES ('AAAA', ?, 'AAAA', 'AAAA', 0, 'multiDevice', 1, ?, ?)`,
    )
    .run(id, passkey, new Date().toISOString());

  const cookie = `Cookie: authjs.session-token=${sessionToken}`;
  const pages = await Promise.all(PROTECTED_PAGES.map((path) => send(app, get(path, [cookie]))));
  const publicPages = await Promise.all(PUBLIC.map(({ path }) => send(app, get(path))));
  const parts = pages.flatMap(({ text }) => partsOf(text));
  const own = parts.filter((part) => !publicPages.some(({ text }) => text.includes(part)));
  const marks = [...new Set([name, email, id, passkey, ...own])];

  // The markers must work: for a signed-in user, every protected page contains some beside the user's data.
  for (const [index, { text }] of pages.entries())
    expect(own.filter((part) => text.includes(part)).length, PROTECTED_PAGES[index]).toBeGreaterThan(0);
  const ids = serverFunctionIds();
  const calls = await Promise.all(
    ids.map((id) => {
      const query = new URLSearchParams({ id, args: argumentsOf("/account") });
      return send(app, get(`/_server?${query}`, [cookie, "X-Server-Instance: x"]));
    }),
  );
  for (const data of [email, passkey]) expect(calls.filter(({ text }) => text.includes(data))).not.toEqual([]);

  return { marks, requests: strangers(app.origin, ids, [hash(sessionToken), id, email]) };
}

/** A page's sentences, scripts and serialised data. */
function partsOf(html: string): string[] {
  const sentences = html.replace(/<script.*?<\/script>/gs, "").matchAll(/>([^<>]{12,})</g);
  return [
    ...Array.from(sentences, ([, sentence = ""]) => sentence),
    ...(html.match(/\/_build\/assets\/[\w.-]+/g) ?? []),
    ...(html.match(/_\$HY\.r\["[a-z][\w-]+\[/g) ?? []),
  ];
}

/** Requests without a session to protected paths. */
function strangers(origin: string, ids: string[], known: string[]): fc.Arbitrary<RawRequest> {
  const target = fc.oneof(
    { weight: 8, arbitrary: spellings() },
    { weight: 1, arbitrary: fc.constantFrom(...words("/ /sign-in /no/such/page /favicon.svg /api/auth/session")) },
  );
  const pages = fc.record({
    method: fc.constantFrom("GET", "GET", "GET", "HEAD", "POST"),
    target,
    headers: fc.array(tricks(origin, known), { maxLength: 3 }),
    body: fc.constant(""),
  });
  const requests = fc.oneof({ weight: 5, arbitrary: pages }, { weight: 1, arbitrary: serverCalls(origin, ids, known) });
  const host = sometimes(fc.constantFrom(...HOSTS));
  return fc.tuple(requests, host).map(([request, host]) => {
    const isPost = request.method === "POST";
    const headers = [...request.headers, ...(isPost ? [`Content-Length: ${request.body.length}`] : [])];
    return { ...request, host, headers, body: isPost ? request.body : "" };
  });
}

function sometimes<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

/** The offset of the full-width forms, from U+FF01. */
const fullWidth = (one: string) => String.fromCodePoint(0xfee0 + one.charCodeAt(0));
const letterFrom = (first: number, one: string) =>
  /[a-z]/.test(one) ? String.fromCodePoint(first + one.charCodeAt(0) - 0x61) : fullWidth(one);
const LOOK_ALIKES: Record<string, string> = {
  a: "а",
  c: "с",
  e: "е",
  o: "о",
  p: "р",
  l: "ⅼ",
  d: "ⅾ",
  "/": "∕",
  ".": "․",
};

/** Overlong UTF-8, which lenient decoders accept: two or three bytes for one character. */
function overlong(one: string, size: 2 | 3): string {
  const code = one.charCodeAt(0);
  const last = [0x80 | (code >> 6), 0x80 | (code & 0x3f)];
  return String.fromCharCode(...(size === 3 ? [0xe0, ...last] : [0xc0 | (code >> 6), 0x80 | (code & 0x3f)]));
}

/** One character in every form that a parser may accept. */
const DISGUISES: ((one: string) => string)[] = [
  (one) => one.toUpperCase(),
  (one) => percent(one),
  (one) => percent(one).toUpperCase(),
  (one) => percent(one.toUpperCase()),
  (one) => percent(percent(one)),
  ...words("%25 %2525 %25252525 %u00 \\x &#x").map((sign) => (one: string) => percent(one).replaceAll("%", () => sign)),
  (one) => percent(overlong(one, 2)),
  (one) => overlong(one, 2),
  (one) => percent(overlong(one, 3)),
  // Compatibility forms: full-width, bold, circled; and other alphabets' look-alikes.
  (one) => utf8(fullWidth(one)),
  (one) => percent(utf8(fullWidth(one))),
  (one) => percent(percent(utf8(fullWidth(one)))),
  (one) => percent(utf8(letterFrom(0x1d41a, one))),
  (one) => utf8(letterFrom(0x24d0, one)),
  (one) => percent(utf8(LOOK_ALIKES[one] ?? one)),
  // Spellings with a prefix or suffix that a parser may drop.
  ...["\t", "\x7f", ...words("% %2 %00 %08 %09 %0a %0d %20 %ad %c2%ad %cc%81 %e2%80%8b %ef%bb%bf")].flatMap((lost) => [
    (one: string) => one + lost,
    (one: string) => lost + one,
  ]),
];

const SLASHES = [
  ...words(String.raw`// /// \ \\ /\ %2f %2F %5c %252f %255c %25252f %c0%af %e0%80%af ?/ #/ %3f/ %23/ ;/ ;a=b/ /;/ /;a=b/ %3b/
    /./ /.// /%2e/ /%252e/ /.;/ /x/../ /x/%2e%2e/ /x/.%2e/ /x/..%2f /x/..\ /x/..;/ /x//../ %00/ /%00/ /%20/ %20/ %09/`),
  ...words("／ ∕ ⁄ ＼ ﹨ 。/").map(utf8),
  "/\t/",
];

const PREFIXES = [
  ...words(String.raw`/ // \ . /. /.. /../.. /x/.. /x/../ /%2e%2e /%252e%252e /..; /x/..%2f /; /;a=b ? # %2f %5c %00 %20 /%00 /% /%ff
    /_build/.. /_build/../ /_build/assets/../.. /_build/%2e%2e /_server/.. /_server/../ /_server/%2e%2e /.vite/.. /favicon.svg/..
    /api/auth/../.. /api/auth/%2e%2e/%2e%2e /api/auth/..%2f.. /sign-in/.. http://other.example HTTP://OTHER.EXAMPLE
    http://localhost https://other.example:443 http://a:b@other.example http://other.example/ http://other.example\ http:
    http:/ http:// http:/// http://other.example? http://other.example# //other.example //other.example/.. /\other.example
    ///other.example //localhost //a@b ws://other.example file:// javascript: * @ :80`),
  ...[" ", "\t", ""],
];

const SUFFIXES = [
  ...words(String.raw`/ // /. /./ /.. /../ /x/.. /..;/ \ %2f %5c %00 %00.svg %20 %09 %0a %0d%0a . .. ... /... ? ?? ?x ?x=/../sign-in
    ?/sign-in # #x %3f %23 %253f ; ;a=b ;jsessionid=1 ;.svg /; /index /index.html .html .json .svg /favicon.svg /../favicon.svg ~ *
    | ^ & = + : :80 @ % %2 %zz %ff %c0%ae %e2%80%8b /%2e /%2e%2e/`),
  ...["\t", " ", "\x7f", "\xa0"],
];

const HOSTS = words(
  "other.example localhost localhost:1 localhost:99999 a@b 127.0.0.1 256.256.256.256 xn--a [::1] [ %",
);

/** The protected paths, spelled. */
function spellings(): fc.Arbitrary<string> {
  const core = fc.constantFrom(...GUARDED).chain((path) =>
    fc.oneof(
      fc.constant(path),
      fc.mixedCase(fc.constant(path)),
      // Some characters, each in its own way; a few, many.
      ...[12, 2].map((weight) =>
        fc
          .tuple(
            ...Array.from(path, (one) =>
              fc.oneof({ weight, arbitrary: fc.constant(one) }, { weight: 1, arbitrary: disguised(one) }),
            ),
          )
          .map((all) => all.join("")),
      ),
      // Every character in the same way.
      fc.constantFrom(...DISGUISES).map((disguise) => path.replace(/[^/]/g, disguise)),
      fc.constantFrom(...DISGUISES).map((disguise) => path.replace(/./g, disguise)),
      fc.constantFrom(...SLASHES).map((slash) => path.replaceAll("/", () => slash)),
    ),
  );
  const before = fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    { weight: 2, arbitrary: fc.constantFrom(...PREFIXES) },
  );
  const behind = fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    { weight: 2, arbitrary: fc.constantFrom(...SUFFIXES) },
  );
  return fc.tuple(before, core, behind).map((parts) => parts.join(""));
}

function disguised(character: string): fc.Arbitrary<string> {
  const disguises = fc.constantFrom(...DISGUISES).map((disguise) => disguise(character));
  return character === "/" ? fc.oneof(disguises, fc.constantFrom(...SLASHES)) : disguises;
}

/** Headers that have bypassed other servers' guards. */
function tricks(origin: string, known: string[]): fc.Arbitrary<string> {
  const paths = fc.oneof(fc.constantFrom(...GUARDED), spellings()).map((path) => path.replace(/[^\x20-\x7e]/g, ""));
  const naming =
    words(`X-Original-URL X-Rewrite-URL X-Original-URI X-Forwarded-URI X-Forwarded-Path X-Forwarded-Prefix X-Invoke-Path
    X-Matched-Path X-Nitro-Prerender X-Solid-Referrer X-Accel-Redirect X-Sendfile X-Middleware-Rewrite Referer`);
  const cookies = words(`authjs.session-token authjs.session-token.0 __Secure-authjs.session-token AUTHJS.SESSION-TOKEN
    next-auth.session-token session user`);
  const pair = (names: string[], values: fc.Arbitrary<string>, between = ": ") =>
    fc.tuple(fc.constantFrom(...names), values).map((both) => both.join(between));
  return fc.oneof(
    pair(naming, paths),
    pair(words("Host X-Forwarded-Host X-Host"), fc.constantFrom(...HOSTS)),
    pair(cookies, values(known), "=").map((cookie) => `Cookie: ${cookie}`),
    pair(words("X-HTTP-Method-Override X-HTTP-Method X-Method-Override"), fc.constantFrom("GET", "HEAD", "OPTIONS")),
    pair(
      words("Accept Accept-Encoding"),
      fc.constantFrom(...words("*/* text/html application/json image/svg+xml gzip,br")),
    ),
    pair(words("Purpose Sec-Purpose X-Moz"), fc.constant("prefetch")),
    pair(words("Upgrade X-Nextjs-Data RSC X-Single-Flight X-Server-Instance"), fc.constantFrom("1", "true", "h2c")),
    fc.constantFrom(
      `X-Middleware-Subrequest: ${Array(5).fill("src/middleware").join(":")}`,
      `Origin: ${origin}`,
      `Referer: ${origin}/protected`,
      "Range: bytes=0-0,-1",
      "If-None-Match: *",
      "If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT",
      "Expect: 100-continue",
      "Sec-Fetch-Site: same-origin",
      "X-Forwarded-Proto: https,http",
      "Forwarded: for=127.0.0.1;host=other.example",
      "X-Forwarded-User: vera",
      "Remote-User: vera",
      "Authorization: Basic dmVyYTp2ZXJh",
      "X-Auth-Return-Redirect: 1",
    ),
  );
}

/** Values from a stolen database, and guesses. */
function values(known: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...known),
    fc.constantFrom("", "null", "undefined", "true", "%", "*", "' OR 1=1 --", "{}"),
  );
}

/** One text, as SolidStart's client serialises the arguments of a server function. */
function argumentsOf(text: string): string {
  return serialized({ t: 9, i: 0, a: [{ t: 1, s: text }], o: 0 });
}

/** Calls of server functions by their ids, on paths of other pages. */
function serverCalls(origin: string, ids: string[], known: string[]): fc.Arbitrary<RawRequest> {
  const paths =
    words(`/_server /_server/ /_server/protected /_serverx //_server /_SERVER /_server/../_server /_server%2f
    /x/../_server /_server/../protected /_server/..%2fprotected /_server;/protected /protected/../_server`);
  const pages = fc.constantFrom(...GUARDED);
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  return fc
    .record({
      method: fc.constantFrom("GET", "POST", "HEAD"),
      path: fc.constantFrom(...paths),
      id: fc.constantFrom(...ids),
      isIdInHeader: fc.boolean(),
      argument: optional(pages),
      isForm: fc.boolean(),
      instance: optional(fc.constantFrom("server-fn:0", "", "x")),
      isSingleFlight: fc.boolean(),
      referer: optional(pages),
      trick: optional(tricks(origin, known)),
    })
    .map(({ method, path, id, isIdInHeader, argument, isForm, instance, isSingleFlight, referer, trick }) => {
      const list = argument === undefined ? undefined : argumentsOf(argument);
      const query = new URLSearchParams({
        ...(!isIdInHeader && { id }),
        ...(list && method !== "POST" && { args: list }),
      });
      return {
        method,
        target: `${path}?${query}`,
        headers: [
          ...(isIdInHeader ? [`X-Server-Id: ${id}#name`] : []),
          ...(instance !== undefined ? [`X-Server-Instance: ${instance}`] : []),
          ...(isSingleFlight ? ["X-Single-Flight: true"] : []),
          ...(referer ? [`Referer: ${origin}${referer}`] : []),
          ...(isForm ? ["Content-Type: application/x-www-form-urlencoded"] : ["X-Start-Type: 0"]),
          ...(trick ? [trick] : []),
        ],
        body: isForm ? "a=b" : (list ?? ""),
      };
    });
}

/** Public paths with the additions of links and typing mistakes. */
function variations(addresses: PublicAddress[]): fc.Arbitrary<{ address: PublicAddress; target: string }> {
  const query = fc.array(fc.tuple(fc.stringMatching(/^utm_[a-z]{1,8}$/), fc.string()), { maxLength: 3 });
  return fc
    .tuple(fc.constantFrom(...addresses), fc.boolean(), fc.boolean(), query)
    .map(([address, hasSlash, isLoud, pairs]) => {
      const { path, isPage } = address;
      const spelled = `${isPage && isLoud ? path.toUpperCase() : path}${isPage && hasSlash && path !== "/" ? "/" : ""}`;
      const search = String(new URLSearchParams(pairs));
      return { address, target: search ? `${spelled}${spelled.includes("?") ? "&" : "?"}${search}` : spelled };
    });
}

/** Paths that begin or end like a protected one but are not protected. */
function resemblances(): fc.Arbitrary<string> {
  const more = fc.stringMatching(/^[a-z0-9_~-]{1,8}$/);
  const guarded = fc.constantFrom(...GUARDED);
  return fc.oneof(
    fc.tuple(fc.constantFrom("/protected", "/account", "/welcome"), more).map(([path, end]) => path + end),
    fc.tuple(more, guarded).map(([start, path]) => `/${start}${path.slice(1)}`),
    fc.tuple(more, guarded).map(([start, path]) => `/${start}${path}`),
  );
}
