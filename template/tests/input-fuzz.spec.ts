// Malformed and malicious input of every kind, at every path. (Spellings of protected paths:
// tests/server/middleware/guard.spec.ts. Wrong lengths of bodies: bodies.spec.ts. A passkey's answer:
// packages/solid-authjs/test/features/passkey.)

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc, { type Arbitrary } from "fast-check";
import { type App, withoutRequests } from "../../tests/support/app.ts";
import { clientOf } from "../../tests/support/client.ts";
import { expect, insertSession, newClient, test } from "../../tests/support/test.ts";
import { atNight } from "../night.ts";
import { fuzz, percent, serialized, serverFunctionIds, words } from "./support/fuzz.ts";
import { exchange, header, type RawRequest, utf8, write } from "./support/raw-http.ts";

/** A small heap, so that garbage is collected soon and growth means a leak. */
const NODE_OPTIONS = "--max-semi-space-size=4 --max-old-space-size=192";
/**
 * How much more memory the server may hold at the end than when it was warm, in megabytes. Without a leak it is some
 * 10; with a leak of 10 kB a request, 98 after 10,000 requests.
 */
const MAX_GROWTH_MB = 50;
/** Lines in the log a minute: ten of each kind. */
const MAX_LINES = 300;

/** How many inputs to try, after a quarter as many to warm the server up. */
const COUNT = atNight(10_000, 500);

const UNHANDLED = /unhandled|uncaught/i;
/** A line of a stack trace, or a file that only the server has. */
const TRACE = /^\s+at .+:\d+:\d+\)?$|node_modules|file:\/\/\/|\.mjs:\d+/m;
/** A file that an attacker would like to see. Forms give back what they were sent. */
const PASSWD = "file:///etc/passwd";
/** The one page whose content is not in its HTML. */
const CLIENT_RENDERED = /protected\/client/i;
/** The page that has the status of the error which it is asked to explain. */
const ERROR_PAGE = /^\/error\/?(\?|$)/i;
/** The value of an injected header. */
const INJECTED = "x-injected";
/** Node's maximum for headers, in bytes. It may refuse without reading on. */
const MAX_HEAD = 16 * 1024;
/** A provider's refusal may be due to the application's settings. A visitor can forge one with a changed callback. */
const REFUSAL = / warn auth: \w+: provider \w+: [^\n]*$/;

interface Input extends RawRequest {
  /** The sender closes the connection after the last byte, although it announced more. */
  isCutOff?: boolean;
}

test.use({ env: { NODE_OPTIONS } });

test(`${COUNT} bad inputs break nothing, inject nothing, leak nothing, and leave few lines in the log, none with an error or a stack`, async ({
  app,
}) => {
  // One after the other, which takes five times as long while another part of the night has both processors.
  test.setTimeout(atNight(30, 10) * 60_000);
  const inputs = badInputs(await comeIn(app));
  const megabytes = () =>
    Number(readFileSync(`/proc/${app.pid}/status`, "utf8").match(/^VmRSS:\s+(\d+) kB$/m)?.[1]) / 1024;
  const before = (await app.log()).length;
  const begun = Date.now();
  const check = (input: Input) => expectSense(app, input);
  await fuzz(inputs, COUNT / 4, check);
  const warm = megabytes();
  await fuzz(inputs, COUNT, check);
  expect(megabytes() - warm).toBeLessThan(MAX_GROWTH_MB);
  expect((await fetch(`${app.origin}/api/health`)).status).toBe(200);

  const entries = withoutRequests((await app.log()).slice(before)).map((entry) => entry.trimEnd());
  for (const entry of entries.filter((each) => !REFUSAL.test(each)))
    expect(entry).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info [^\n]*$/);
  expect(entries.length).toBeLessThan(MAX_LINES * Math.ceil((Date.now() - begun) / 60_000));
});

async function expectSense(app: App, input: Input): Promise<void> {
  const logged = app.arrived().length;
  const headers = [`X-Forwarded-For: ${newClient()}`, ...input.headers];
  const bytes = write({ ...input, headers }, app.origin);
  const answer = await exchange(app.origin, bytes, input.isCutOff);
  if (answer) {
    assert.ok(answer.status < 500 || ERROR_PAGE.test(input.target), `status ${answer.status}`);
    assert.doesNotMatch(answer.text.replaceAll(PASSWD, ""), TRACE);
    for (const [name, value] of answer.headers)
      assert.ok(name !== INJECTED && !(name === "set-cookie" && value.startsWith(INJECTED)), "a header was injected");
    const isPage = answer.status === 200 && input.method === "GET" && header(answer, "content-type")?.includes("html");
    if (isPage && !CLIENT_RENDERED.test(input.target))
      assert.match(answer.text, /<h1/, "a page without a heading is no page");
  } else {
    // CONNECT expects no ordinary response, and a client that is still sending may miss it.
    assert.ok(input.isCutOff || input.method === "CONNECT" || bytes.length > MAX_HEAD, "no answer");
  }
  const lines = app.arrived().slice(logged).split("\n");
  assert.doesNotMatch(lines.filter((line) => !REFUSAL.test(line)).join("\n"), / (?:warn|error) |^\s+at /m);
  assert.doesNotMatch(lines.join("\n"), UNHANDLED);
}

/** An honest visitor's cookies and token. Without them, the first check would refuse most inputs. */
interface Visitor {
  csrfToken: string;
  /** Each cookie that the application has set: its name and value. */
  cookies: [name: string, value: string][];
  /** The state of a sign-in that waits for GitHub's answer. */
  state: string;
}

async function comeIn(app: App): Promise<Visitor> {
  const client = clientOf(app, await insertSession(app));
  const csrfToken = await client.csrfToken();
  const { location } = await client.post("/api/auth/signin/github", { csrfToken, connect: "true" });
  await client.post("/api/auth/signin/email", { csrfToken, email: "visitor@example.com" });
  await client.get("/api/auth/webauthn-options/passkey?action=register");
  return { csrfToken, cookies: [...client.cookies], state: location?.searchParams.get("state") ?? "" };
}

const INJECTION = `${INJECTED}: yes\r\nSet-Cookie: ${INJECTED}=yes\r\n\r\n<h1>`;

const oneOf = (text: string): Arbitrary<string> => fc.constantFrom(...words(text));
/** The first so many times as often as the second. */
const mostly = <T>(weight: number, usual: Arbitrary<T>, other: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
const joined = (between: string, ...parts: Arbitrary<string>[]): Arbitrary<string> =>
  fc.tuple(...parts).map((all) => all.join(between));
const nothing: Arbitrary<string> = fc.constant("");
const none = fc.constant<string[]>([]);
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const cookieLine = (pairs: readonly (readonly string[])[]) =>
  `Cookie: ${pairs.map((pair) => pair.join("=")).join("; ")}`;

/** Values that an attacker may try. */
const odd: Arbitrary<string> = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary", maxLength: 40 }),
  oneOf(String.raw`__proto__ constructor toString null undefined NaN true -1 1e999 [] {} % %zz %ff %00 %c0%ae %ed%a0%80 + & = ; ,
    .. ../../etc/passwd C:\ * ' " ${"`"} < $ \ http:// http://[ //evil.example /\evil.example javascript:alert(1) ${PASSWD}
    http://localhost:99999 ?a=b # mailto:a@b /protected /api/auth/signout @ a@ a@b@c a+b@example.com a@xn-- ａ@example.com "a"@b
    a.b.c.d.e ..... eyJhbGciOiJub25lIn0.e30. 2026-13-45T99:99:99Z 99999999999999999999 {{7*7}} <script>alert(1)</script>`),
  fc.constantFrom(
    ...["", " ", "\0", "\r\n", "\u2028", "\ud800", "\ufeff", "\u202e", "' OR 1=1 --", "a@b.example\r\nBcc: c@d.e"],
    ...[`x\r\n${INJECTION}`, `x\n${INJECTION}`, `x%0d%0a${percent(INJECTION)}`],
    `x\u560d\u560a${INJECTION.replaceAll("\r\n", "\u560d\u560a")}`,
    ...["a".repeat(300), "é".repeat(5_000), nested(5_000, "[", "]"), `${"a".repeat(250)}@${"b".repeat(250)}.example`],
  ),
);

/** Odd values for a header line, without line breaks. */
const oddInLine = odd.map((value) => utf8(value).replace(/[\r\n\0]/g, ""));
const oddInQuery = fc.oneof(
  odd.map((value) => encodeURIComponent(value.toWellFormed())),
  odd.map((value) => utf8(value).replace(/[^\x21-\x7e\x80-\xff]/g, percent)),
);

const field =
  oneOf(`csrfToken email callbackUrl action data token state code error iss id_token provider connect redirect
  json name id args fresh theme __proto__ constructor csrfToken[] data[x] email.x`);

/** Every kind of path, with a query. */
function targets(state: string): Arbitrary<string> {
  const action =
    oneOf(`providers csrf session signin signin/email signin/github signin/nobody signout callback callback/email
    callback/github callback/passkey callback/nobody verify-request error webauthn-options/passkey webauthn-options/github
    nonsense a/b/c`).map((name) => `/api/auth/${name}`);
  const pages = oneOf(`/ /sign-in /sign-in/confirm /verify-request /sign-out /error /welcome /account /account/email
    /account/data /protected /protected/client /no/such/page`);
  const others = oneOf(`/_server /_server/x /_SERVER /api/health /api/theme /api/x /API/AUTH/SESSION /api/auth//session
    /favicon.svg/ /.vite/manifest.json /_build/assets/ /robots.txt /.env /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc/passwd
    /_build/..%2f..%2fserver/index.mjs // //x //x/y /./ /..`);
  const below = oneOf("/ /api/auth/ /protected/ /_build/assets/ /sign-in/");
  const path = fc.oneof(action, action, pages, pages, others, joined("", below, oddInQuery));
  const query = fc.oneof(
    nothing,
    fc.array(joined("=", field, oddInQuery), { minLength: 1, maxLength: 5 }).map((all) => `?${all.join("&")}`),
    oddInQuery.map((value) => `?${value}`),
    fc.constantFrom("?&&&===", "?%", `?${"a=1&".repeat(2_000)}`, `?${"a[".repeat(500)}`),
  );
  const begun = oneOf("code=x code= error=access_denied error=%ff&iss=x iss=x&code=y code=x&state=z");
  const callback = begun.map((answer) => `/api/auth/callback/github?${answer}&state=${state}`);
  return mostly(20, joined("", path, query), callback);
}

/** Cookies as received, altered, and made up. */
function cookieHeaders(genuine: Visitor["cookies"]): Arbitrary<string[]> {
  const names = fc.oneof(
    fc.constantFrom(...genuine.map(([name]) => name)),
    oneOf(`authjs.session-token.0 authjs.session-token.999999 authjs.session-token.-1 authjs.nonce authjs.challenge return-to
      notice typed-email last-method theme __proto__ constructor __Host-authjs.csrf-token a,b "q"`),
  );
  const value = fc.constantFrom(...genuine.map(([, each]) => each));
  const heads =
    oneOf(`{"alg":"dir","enc":"A256CBC-HS512"} {"alg":"none"} {"alg":"dir","enc":"A256CBC-HS512","zip":"DEF"}
    {"alg":"PBES2-HS512+A256KW","enc":"A256GCM","p2c":2147483648,"p2s":"AAAA"}`).map((json) =>
      Buffer.from(json).toString("base64url"),
    );
  const parts = fc.array(fc.stringMatching(/^[\w-]{0,24}$/), { maxLength: 5 }).map((all) => all.join("."));
  /** What the application keeps as JSON, with parts that are none of its. */
  const kept = fc.record({ code: fc.jsonValue(), url: fc.string(), text: fc.jsonValue(), fields: fc.jsonValue() });
  const values = fc.oneof(
    value,
    fc.tuple(value, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))),
    joined(".", heads, parts),
    oneOf("..... .... x|y | x|y|z"),
    oddInLine,
    kept.map((each) => encodeURIComponent(JSON.stringify(each).toWellFormed())),
  );
  const some = fc.array(fc.tuple(names, values), { minLength: 1, maxLength: 4 });
  const many = (count: number, name: string) => Array.from({ length: count }, (_, index) => [`${name}${index}`, "x"]);
  return fc.oneof(
    some.map((pairs) => [cookieLine(pairs)]),
    // The visitor's own, with some changed.
    some.map((pairs) => [cookieLine([...pairs, ...genuine])]),
    oddInLine.map((text) => [`Cookie: ${text}`]),
    fc.constantFrom(
      ...[many(400, "authjs.session-token."), many(500, "c"), [["theme", "a".repeat(14_000)]]].map((pairs) => [
        cookieLine(pairs),
      ]),
    ),
  );
}

const HEADERS =
  oneOf(`Accept Accept-Language Referer Origin Authorization Range If-None-Match X-Forwarded-For X-Forwarded-Host
  X-Forwarded-Proto X-Original-URL X-Server-Id X-Server-Instance X-Single-Flight X-Start-Type X-Auth-Return-Redirect
  Sec-Fetch-Site Upgrade Expect TE Content-Encoding Access-Control-Request-Method X-HTTP-Method-Override`);
const lines = fc.array(
  fc.oneof(
    joined(": ", HEADERS, oddInLine),
    fc.constantFrom(
      ...[
        "Accept: text/html, */*;q=0.8",
        "Origin: null",
        "Expect: 100-continue",
        "no colon",
        ": no name",
        "Bad Name: x",
      ],
      ...[" folded: x", "X-Nul: \0", "X: a\rb", `X-Long: ${"a".repeat(20_000)}`],
    ),
  ),
  { minLength: 1, maxLength: 3 },
);

const METHODS = "PUT DELETE PATCH OPTIONS TRACE CONNECT PROPFIND QUERY get Post FOO PRI GET\0 G";

const TYPES =
  oneOf(`application/json application/x-www-form-urlencoded multipart/form-data multipart/form-data;boundary=x
  multipart/form-data;boundary=" text/plain application/json;charset=utf-7 APPLICATION/JSON form x`);

interface Content {
  type: string;
  text: string;
}

/** Bodies with a right or wrong content type, complete or cut off. */
function contents(csrfToken: string): Arbitrary<Content> {
  // Nearly always with the token, because a request without it is refused immediately.
  const fields = fc
    .tuple(fc.array(fc.tuple(field, odd), { maxLength: 6 }), mostly(5, fc.constant(true), fc.constant(false)))
    .map(([some, hasToken]): [string, string][] => (hasToken ? [["csrfToken", csrfToken], ...some] : some));
  const as = (type: string) => (text: string) => ({ type, text });
  const tokenAnd = (member: string) => `{"csrfToken":"${csrfToken}",${member}}`;
  const form = fc
    .oneof(
      fields.map((some) => String(new URLSearchParams(some))),
      fc.constantFrom("a[]=1&", "__proto__[x]=1&", "&", "%").map((part) => part.repeat(5_000)),
    )
    .map(as("application/x-www-form-urlencoded"));
  const json = fc
    .oneof(
      fields.map((some) => `{${some.map((pair) => pair.map((each) => JSON.stringify(each)).join(":")).join(",")}}`),
      fc.tuple(field, fc.json()).map(([name, value]) => tokenAnd(`"${name}":${value}`)),
      odd,
      fc.constantFrom(
        ...[nested(2_000, '{"a":', "1}"), '{"csrfToken":["x"]}', '"\\ud800"', '{"__proto__":{"email":"a@b"}}'],
        ...[tokenAnd(`"data":${nested(30_000, "[", "]")}`), tokenAnd(`"data":"${"x".repeat(60_000)}"`)],
      ),
    )
    .map((text) => as("application/json")(utf8(text)));
  const part = fc
    .tuple(
      fc.oneof(field, oddInLine),
      oneOf(`; ;filename="x" ;filename*=UTF-8''%ff ;filename=" ;name=again`),
      oddInLine,
    )
    .map(([name, more, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`);
  const multipart = fc
    .tuple(fc.array(mostly(6, part, oddInLine), { maxLength: 5 }), oneOf("--x-- --x --y"))
    .map(([parts, end]) => as("multipart/form-data;boundary=x")(`${parts.join("")}${end}\r\n`));
  const whole = fc.oneof(form, json, multipart);
  const cut = fc.tuple(whole, fc.nat()).map(([{ type, text }, at]) => as(type)(text.slice(0, at % (text.length + 1))));
  const mistyped = fc.tuple(fc.oneof(TYPES, oddInLine), whole).map(([type, { text }]) => as(type)(text));
  return mostly(3, whole, fc.oneof(cut, mistyped));
}

function badInputs({ csrfToken, cookies: genuine, state }: Visitor): Arbitrary<Input> {
  const target = targets(state);
  const method = fc.oneof({ weight: 6, arbitrary: fc.constant("GET") }, oneOf("HEAD"), oneOf(METHODS));
  const visits = fc.record({ method, target, headers: none, body: nothing });
  const content = contents(csrfToken);
  const posts = fc.tuple(mostly(12, fc.constant("POST"), oneOf("GET PUT PATCH HEAD")), target, content);
  const sent = fc
    .tuple(posts, mostly(8, fc.constant(0), fc.constant(10)))
    .map(([[method, target, { type, text }], missing]): Input => {
      const headers = [`Content-Type: ${type}`, `Content-Length: ${text.length + missing}`];
      return { method, target, headers, body: text, isCutOff: missing > 0 };
    });
  const own = fc.constant<string[]>([cookieLine(genuine)]);
  const cookies = fc.oneof(none, own, own, own, cookieHeaders(genuine), cookieHeaders(genuine));
  return fc
    .tuple(
      fc.oneof(visits, sent, sent, serverCalls(content)),
      mostly(30, fc.constant(undefined), oddInLine),
      cookies,
      mostly(3, none, lines),
    )
    .map(([request, host, ...more]) => ({ ...request, host, headers: [...request.headers, ...more.flat()] }));
}

/** Calls of server functions, with arguments that no client of ours writes. */
function serverCalls(content: Arbitrary<Content>): Arbitrary<Input> {
  const broken = [
    ...words(";0x00000004;null ;0xffffffff;1 ;-0x000000c; ;0xzzzzzzzz; ;0x00000000; ;"),
    // A promise that never settles, and one that rejects immediately.
    serialized({ t: 22, i: 0, s: 1 }),
    serialized({ t: 12, i: 0, s: 0, f: { t: 1, s: "x" } }),
    `${serialized({ t: 9, i: 0, a: [], o: 0 })};0x00000001;x`,
  ];
  // Nodes of seroval's JSON: a number for the type, and letters for its fields.
  const node = fc.record({ t: fc.integer({ min: -1, max: 40 }), i: fc.nat({ max: 3 }), s: odd, a: fc.jsonValue() });
  const list = node.map((each) => serialized({ t: 9, i: 0, a: [each], o: 0 }));
  const call = fc.record({ type: TYPES, text: fc.oneof(list, fc.constantFrom(...broken), oddInLine) });
  const more = fc.subarray([
    "X-Server-Instance: server-fn:0",
    "X-Single-Flight: true",
    "Referer: http://[",
    "Accept: text/html",
  ]);
  return fc
    .tuple(
      oneOf("GET POST"),
      mostly(4, fc.constant("/_server"), oneOf("/_server/ //_server /_server/../protected /_server;/protected")),
      mostly(8, fc.constantFrom(...serverFunctionIds()), oddInLine),
      mostly(4, call, content),
      more,
      oneOf("0 1 2 3 4 5 6 7 8"),
    )
    .map(([method, path, id, { type, text }, more, kind]): Input => {
      const isPost = method === "POST";
      const target = `${path}?id=${percent(id)}${isPost ? "" : `&args=${percent(text)}`}`;
      const own = isPost ? [`Content-Type: ${type}`, `X-Start-Type: ${kind}`, `Content-Length: ${text.length}`] : [];
      return { method, target, headers: [...own, ...more], body: isPost ? text : "" };
    });
}
