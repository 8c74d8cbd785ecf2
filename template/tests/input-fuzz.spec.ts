// Malformed and malicious input of every kind, at every path. And protected paths in every form that some parser may
// read as one of them, with the headers that have bypassed other servers' guards.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { Passkey } from "../../packages/solid-authjs/test/support/passkey.ts";
import { describeAuthError } from "../../src/messages/auth-errors.ts";
import { type App, root, withoutRequests } from "../../tests/support/app.ts";
import { Client } from "../../tests/support/client.ts";
import { expect, hash, insertPasskey, insertSession, newClient, test } from "../../tests/support/test.ts";
import { atNight } from "../night.ts";
import { fuzz, percent, serialized, serverFunctionIds, words } from "./support/fuzz.ts";
import { residentMegabytes } from "./support/memory.ts";
import { type Answer, exchange, header, type RawRequest, utf8, write } from "./support/raw-http.ts";

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
const COUNT = atNight(10_000, 1_000);
/** How many spellings of protected paths to try. */
const SPELLINGS = atNight(20_000, 2_000);

const UNHANDLED = /unhandled|uncaught/i;
/** A line of a stack trace, or a file that only the server has. */
const TRACE = /^\s+at .+:\d+:\d+\)?$|node_modules|file:\/\/\/|\.mjs:\d+/m;
/** A file that an attacker would like to see. Forms give back what they were sent. */
const PASSWD = "file:///etc/passwd";
/** The one page whose content is not in its HTML. */
const CLIENT_RENDERED = /protected\/client/i;
/** The value of an injected header. */
const INJECTED = "x-injected";
/** Node's maximum for headers, in bytes. It may refuse without reading on. */
const MAX_HEAD = 16 * 1024;
/** A provider's refusal may be due to the application's settings. A visitor can forge one with a changed callback. */
const REFUSAL = / warn auth: \w+: provider \w+: [^\n]*$/;

const PROTECTED = ["/protected", "/protected/client", "/account", "/welcome"];
const GUARDED = [...PROTECTED, "/protected/no-such-page", "/account/passkeys", "/welcome/x"];
const PUBLIC = words("/ /sign-in /sign-in/confirm /verify-request /sign-out /error /no/such/page /api/auth/session");

interface Input extends RawRequest {
  /** The sender closes the connection after the last byte, although it announced more. */
  isCutOff?: boolean;
}

test.use({ env: { NODE_OPTIONS } });

test(`${COUNT} bad inputs break nothing, inject nothing, leak nothing, and leave few lines in the log, none with an error or a stack`, async ({
  app,
}) => {
  const visitor = await comeIn(app);
  const inputs = badInputs(visitor);
  const before = (await app.log()).length;
  const begun = Date.now();
  const check = async (input: Input) => void (await expectSense(app, input));
  await fuzz(inputs, COUNT / 4, check);
  const warm = await residentMegabytes(app.pid);
  await fuzz(inputs, COUNT, check);
  const growth = (await residentMegabytes(app.pid)) - warm;
  console.log(`    ${Math.round(warm)} MB when warm, ${Math.round(growth)} MB more at the end`);
  expect(growth).toBeLessThan(MAX_GROWTH_MB);
  expect((await fetch(`${app.origin}/api/health`)).status).toBe(200);

  const entries = withoutRequests((await app.log()).slice(before)).map((entry) => entry.trimEnd());
  for (const entry of entries.filter((each) => !REFUSAL.test(each)))
    expect(entry).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info [^\n]*$/);
  expect(entries.length).toBeLessThan(MAX_LINES * Math.ceil((Date.now() - begun) / 60_000));
});

async function expectSense(app: App, input: Input): Promise<Answer | undefined> {
  const logged = app.arrived().length;
  const headers = [`X-Forwarded-For: ${newClient()}`, ...input.headers];
  const bytes = write({ ...input, headers }, app.origin);
  const answer = await exchange(app.origin, bytes, input.isCutOff);
  if (answer) {
    assert.ok(answer.status < 500 || isErrorPage(input, answer), `status ${answer.status}`);
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
  return answer;
}

/** The error page has the status of the error it is asked to explain. */
function isErrorPage({ target }: Input, { status }: Answer): boolean {
  if (!URL.canParse(target, "http://localhost")) return false;
  const { pathname, searchParams } = new URL(target, "http://localhost");
  const isError = /^\/error\/?$/i.test(pathname);
  return isError && describeAuthError(searchParams.get("error"), searchParams.get("code")).status === status;
}

/** An honest visitor's cookies and token. Without them, the first check would refuse most inputs. */
interface Visitor {
  origin: string;
  csrfToken: string;
  /** Each cookie that the application has set: its name and value. */
  cookies: [name: string, value: string][];
  /** The state of a sign-in that waits for GitHub's answer. */
  state: string;
  /** Responses of a passkey to challenges in the cookies. */
  passkeys: { action: "register" | "authenticate"; data: object }[];
}

/** Adds a passkey, too, whose answer is replayed: one line in the log, without the passkey's id. */
async function comeIn(app: App): Promise<Visitor> {
  const client = new Client(app.origin, "192.0.2.1");
  client.cookies.set("authjs.session-token", (await insertSession(app)).sessionToken);
  const csrfToken = await client.csrfToken();
  const { location } = await client.post("/api/auth/signin/github", { csrfToken, connect: "true" });
  await client.post("/api/auth/signin/email", { csrfToken, email: "visitor@example.com" });
  const optionsFor = async (action: string) =>
    JSON.parse((await client.get(`/api/auth/webauthn-options/passkey?action=${action}`)).body).options;
  const passkey = new Passkey(app.origin);
  const data = JSON.stringify(passkey.register(await optionsFor("register")));
  const waiting = [...client.cookies].filter(([name]) => name.includes("challenge"));
  const statuses: (boolean | undefined)[] = [];
  for (const _ of ["added", "replayed"]) {
    for (const [name, value] of waiting) client.cookies.set(name, value);
    const added = await client.post("/api/auth/callback/passkey", { csrfToken, action: "register", data });
    statuses.push(added.location?.searchParams.has("error"));
  }
  expect(statuses).toEqual([false, true]);
  expect(await app.log()).toContain("The challenge has been answered before.");
  expect(await app.log()).not.toContain(passkey.id.slice(0, 12));
  const registration = new Passkey(app.origin).register(await optionsFor("register"));
  const { challenge, rpId } = await optionsFor("authenticate");
  return {
    origin: app.origin,
    csrfToken,
    cookies: [...client.cookies],
    state: location?.searchParams.get("state") ?? "",
    passkeys: [
      { action: "register", data: registration },
      { action: "authenticate", data: passkey.authenticate({ challenge, rpId }) },
    ],
  };
}

const INJECTION = `${INJECTED}: yes\r\nSet-Cookie: ${INJECTED}=yes\r\n\r\n<h1>`;

const oneOf = (text: string): Arbitrary<string> => fc.constantFrom(...words(text));
/** The first so many times as often as the second. */
const mostly = <T>(weight: number, usual: Arbitrary<T>, other: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
const joined = (between: string, ...parts: Arbitrary<string>[]): Arbitrary<string> =>
  fc.tuple(...parts).map((all) => all.join(between));
const guarded = fc.constantFrom(...GUARDED);
const nothing: Arbitrary<string> = fc.constant("");
const none = fc.constant<string[]>([]);
const noHost = fc.constant(undefined);
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const cookieLine = (pairs: readonly (readonly string[])[]) =>
  `Cookie: ${pairs.map((pair) => pair.join("=")).join("; ")}`;

/** Values that an attacker may try. */
const odd: Arbitrary<string> = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary", maxLength: 40 }),
  oneOf(String.raw`__proto__ constructor prototype toString hasOwnProperty null undefined NaN true -1 0 1e999 0x1f [] {} [object
    % %0 %zz %ff %00 %c0%ae %ed%a0%80 %u0041 + & = ; , | . .. ../../etc/passwd C:\ ~ * ' " ${"`"} < > $ \ http:// http://[ http://%
    //evil.example /\evil.example javascript:alert(1) data:text/html,x https:evil.example ${PASSWD} http://a:b@evil.example
    http://localhost:99999 ?a=b # mailto:a@b /protected /api/auth/signout @ a@ @b a@b a@b@c a@b.example,c@d.example a+b@example.com
    a@xn-- ａ@example.com a@[127.0.0.1] "a"@b <a@b> a.b.c a.b.c.d.e ..... eyJhbGciOiJub25lIn0.e30. 2026-13-45T99:99:99Z
    99999999999999999999 -9007199254740993 #{7*7} {{7*7}} <script>alert(1)</script>`),
  fc.constantFrom(
    ...["", " ", "\0", "\r\n", "\t", "\u2028", "\ud800", "\ufeff", "\u202e", "' OR 1=1 --"],
    "a@b.example\r\nBcc: c@d.e",
    ...[`x\r\n${INJECTION}`, `x\n${INJECTION}`, `x%0d%0a${percent(INJECTION)}`],
    `x\u560d\u560a${INJECTION.replaceAll("\r\n", "\u560d\u560a")}`,
    ...["a".repeat(300), "é".repeat(5_000), nested(5_000, "[", "]")],
    `${"a".repeat(250)}@${"b".repeat(250)}.example`,
  ),
);

/** Odd values for a header line, without line breaks. */
const oddInLine = odd.map((value) => utf8(value).replace(/[\r\n\0]/g, ""));
const oddInQuery = fc.oneof(
  odd.map((value) => encodeURIComponent(value.toWellFormed())),
  odd.map((value) => utf8(value).replace(/[^\x21-\x7e\x80-\xff]/g, percent)),
);

const field = oneOf(`csrfToken email callbackUrl action data token state code error error_description iss id_token
  provider connect redirect json name id args fresh theme __proto__ constructor toString csrfToken[] data[x] email.x`);

/** Every kind of path, with a query. */
function targets(state: string): Arbitrary<string> {
  const actions = oneOf(`providers csrf session signin signin/email signin/github signin/passkey signin/nobody signout
    callback callback/email callback/github callback/passkey callback/nobody verify-request error webauthn-options
    webauthn-options/passkey webauthn-options/github webauthn-options/email webauthn-options/nobody nonsense a/b/c`);
  const pages = oneOf(`/ /sign-in /sign-in/confirm /verify-request /sign-out /error /welcome /account /account/email
    /account/data /protected /protected/client /protected/x /no/such/page`);
  const assets = readdirSync(join(root, ".output/public/_build/assets")).slice(0, 3);
  const others = oneOf(`/_server /_server/x /_SERVER /api/health /api/health/ /api/theme /api /api/x /API/AUTH/SESSION
    /api/auth /api/auth/ /api/auth//session /favicon.svg /favicon.svg/ /.vite/manifest.json /_build /_build/assets/
    /_build/assets/nothing.js /robots.txt /.env /.git/config /index.html /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc/passwd
    /_build/..%2f..%2fserver/index.mjs // //x //x/y /./ /.. ${assets.map((name) => `/_build/assets/${name}`).join(" ")}`);
  const action = actions.map((name) => `/api/auth/${name}`);
  const below = oneOf("/ /api/auth/ /protected/ /_build/assets/ /sign-in/");
  const path = fc.oneof(action, action, pages, pages, others, joined("", below, oddInQuery));
  const query = fc.oneof(
    nothing,
    fc.array(joined("=", field, oddInQuery), { minLength: 1, maxLength: 5 }).map((all) => `?${all.join("&")}`),
    oddInQuery.map((value) => `?${value}`),
    oneOf("?&&&=== ?% ?? ?= ?callbackUrl=/a&callbackUrl=/b"),
    fc.constantFrom(`?${"a=1&".repeat(2_000)}`, `?${"a[".repeat(500)}`),
  );
  const begun = oneOf("code=x code= error=access_denied error=%ff&iss=x iss=x&code=y code=x&state=z");
  const callback = begun.map((answer) => `/api/auth/callback/github?${answer}&state=${state}`);
  return mostly(20, joined("", path, query), callback);
}

/** Cookies as received, altered, and made up. */
function cookieHeaders({ cookies: genuine, csrfToken }: Visitor): Arbitrary<string[]> {
  const names = fc.oneof(
    fc.constantFrom(...genuine.map(([name]) => name)),
    oneOf(`authjs.session-token.0 authjs.session-token.1 authjs.session-token.999999 authjs.session-token.01
      authjs.session-token.-1 authjs.session-token.1e3 authjs.session-tokens authjs.nonce authjs.challenge return-to notice
      typed-email last-method theme __proto__ constructor __Host-authjs.csrf-token __Secure-authjs.session-token a,b "q"`),
  );
  const url64 = (json: string) => Buffer.from(json).toString("base64url");
  const heads = oneOf(`{"alg":"dir","enc":"A256CBC-HS512"} {"alg":"dir","enc":"A256CBC-HS512","kid":"x"} {"alg":"none"}
    {"alg":"dir","enc":"A256CBC-HS512","zip":"DEF"} {"alg":"dir","enc":"A256CBC-HS512","crit":["x"],"x":1} {"alg":"HS256"}
    {"alg":"RSA-OAEP","enc":"A256GCM"} {"alg":"PBES2-HS512+A256KW","enc":"A256GCM","p2c":2147483648,"p2s":"AAAA"}`).map(
    url64,
  );
  const parts = fc.array(fc.stringMatching(/^[\w-]{0,24}$/), { maxLength: 5 }).map((all) => all.join("."));
  const value = fc.constantFrom(...genuine.map(([, each]) => each));
  /** What the application keeps as JSON, with parts that are none of its. */
  const kept = fc.record({ code: fc.jsonValue(), url: fc.string(), text: fc.jsonValue(), fields: fc.jsonValue() });
  const values = fc.oneof(
    value,
    fc.tuple(value, fc.nat(), mostly(1, nothing, fc.string({ maxLength: 2 }))).map(([text, at, letters]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + (letters && letters + text.slice(place + letters.length));
    }),
    joined(".", heads, parts),
    oneOf(`..... .... x|y | x|y|z ${csrfToken}|x ${url64('{"alg":"none"}')}.${url64('{"sub":"1"}')}.`),
    oddInLine,
    kept.map((each) => encodeURIComponent(JSON.stringify(each).toWellFormed())),
  );
  const some = fc.array(fc.tuple(names, values), { minLength: 1, maxLength: 4 });
  const many = (count: number, name: string) => Array.from({ length: count }, (_, index) => [`${name}${index}`, "x"]);
  return fc.oneof(
    some.map((pairs) => [cookieLine(pairs)]),
    // The visitor's own, with some changed.
    some.map((pairs) => [cookieLine([...pairs, ...genuine])]),
    some.map((pairs) => pairs.map((pair) => cookieLine([pair]))),
    oddInLine.map((text) => [`Cookie: ${text}`]),
    fc
      .constantFrom(
        ...[cookieLine(many(400, "authjs.session-token.")), cookieLine(many(500, "c"))],
        ...[`Cookie: ${"; ".repeat(500)}`, `Cookie: theme=${"a".repeat(14_000)}`],
      )
      .map((line): string[] => [line]),
  );
}

/** Lines of headers: odd ones, and in `tricks` those that have bypassed other servers' guards. */
function headerLines(tricks: Arbitrary<string>): Arbitrary<string[]> {
  const names =
    oneOf(`Accept Accept-Language Accept-Encoding User-Agent Referer Origin Authorization Range If-None-Match
    If-Modified-Since If-Match X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto Forwarded X-Real-IP X-Server-Id
    X-Server-Instance X-Single-Flight X-Start-Type X-Auth-Return-Redirect X-Requested-With Sec-Fetch-Site Upgrade Expect TE
    Trailer Via Max-Forwards From Date Priority Content-Encoding Content-Language Content-Range Content-Location
    Access-Control-Request-Method X-HTTP-Method-Override X-Injected-By`);
  const whole = fc.constantFrom(
    ...["Accept: text/html, */*;q=0.8", "Origin: null", "Upgrade: websocket", "Expect: 100-continue", "no colon"],
    ...[": no name", "Bad Name: x", " folded: x", "X-Nul: \0", "X: a\rb", "Content-Type", "HTTP/1.1 200 OK"],
    ...[`X-Long: ${"a".repeat(20_000)}`, Array.from({ length: 1_500 }, (_, index) => `X-${index}: 1`).join("\r\n")],
  );
  return fc.array(fc.oneof(joined(": ", names, oddInLine), whole, tricks), { minLength: 1, maxLength: 3 });
}

const METHODS = "PUT DELETE PATCH OPTIONS TRACE CONNECT PROPFIND QUERY PURGE get Post FOO PRI M-SEARCH GET\0 G";

const TYPES = `application/json application/x-www-form-urlencoded multipart/form-data multipart/form-data;boundary=
  multipart/form-data;boundary=x multipart/form-data;boundary=" multipart/mixed;boundary=x text/plain text/html
  application/octet-stream application/json;charset=utf-7 application/json;charset=nonsense APPLICATION/JSON form /form json
  application/cbor x`;

/** Bodies with a right or wrong content type, complete or cut off. */
function contents(csrfToken: string): Arbitrary<{ type: string; text: string }> {
  const pairs = fc.array(fc.tuple(mostly(5, field, odd), odd), { maxLength: 6 });
  // Nearly always with the token, because a request without it is refused immediately.
  const fields = fc
    .tuple(pairs, mostly(5, fc.constant(true), fc.constant(false)))
    .map(([some, hasToken]): [string, string][] => (hasToken ? [["csrfToken", csrfToken], ...some] : some));
  const as = (type: string) => (text: string) => ({ type, text });
  const query = fields.map((some) => String(new URLSearchParams(some)));
  const repeated = fc.constantFrom("a=1&", "a[]=1&", "__proto__[x]=1&", "&", "%").map((part) => part.repeat(5_000));
  const form = fc
    .oneof(query, joined("&", query, oddInLine), joined("&", fc.constant(`csrfToken=${csrfToken}`), repeated))
    .map(as("application/x-www-form-urlencoded"));
  const tokenAnd = (member: string) => `{"csrfToken":"${csrfToken}",${member}}`;
  const json = fc
    .oneof(
      fields.map((some) => `{${some.map((pair) => pair.map((each) => JSON.stringify(each)).join(":")).join(",")}}`),
      fc.tuple(field, fc.json()).map(([name, value]) => tokenAnd(`"${name}":${value}`)),
      fc.json(),
      odd,
      fc.constantFrom(
        ...[nested(5_000, "[", "]"), nested(2_000, '{"a":', "1}"), '{"csrfToken":["x"]}', '"\\ud800"', "{'a':1}"],
        ...[`"data":${nested(30_000, "[", "]")}`, `"email":${nested(10_000, '{"a":', "1}")}`].map(tokenAnd),
        ...[tokenAnd(`"data":"${"x".repeat(60_000)}"`), '{"__proto__":{"email":"a@b"}}', `{"a":${"9".repeat(5_000)}}`],
      ),
    )
    .map((text) => as("application/json")(utf8(text)));
  const more = fc.constantFrom("", '; filename="x"', "; filename*=UTF-8''%ff", '; filename="', "; name=again");
  const part = fc
    .tuple(fc.oneof(field, oddInLine), more, oddInLine)
    .map(([name, also, value]) => `Content-Disposition: form-data; name="${name}"${also}\r\n\r\n${value}`);
  const multipart = fc
    .record({
      parts: fc.array(mostly(6, part, oddInLine), { maxLength: 5 }),
      between: fc.constantFrom("--x\r\n", "--x\r\n", "--x\r\n", "--y\r\n", "--x", "\r\n--x\n", "--x--\r\n"),
      end: fc.constantFrom("--x--\r\n", "--x--\r\n", "--x--", "--x", "", "\r\n"),
      boundary: oneOf('x "x" y'),
    })
    .map(({ parts, between, end, boundary }) => ({
      type: `multipart/form-data;boundary=${boundary}`,
      text: parts.map((one) => `${between}${one}\r\n`).join("") + end,
    }));
  const whole = fc.oneof(form, json, multipart);
  const bytes = fc.uint8Array({ maxLength: 200 }).map((data) => as("")(Buffer.from(data).toString("latin1")));
  const cut = fc.tuple(whole, fc.nat()).map(([{ type, text }, at]) => as(type)(text.slice(0, at % (text.length + 1))));
  const mistyped = fc
    .tuple(fc.oneof(oneOf(TYPES), oddInLine), fc.oneof(whole, bytes))
    .map(([type, { text }]) => as(type)(text));
  return mostly(3, whole, fc.oneof(cut, mistyped));
}

type Framed = Pick<Input, "headers" | "body" | "isCutOff">;

/** Ways to state the length of the body, most of them wrong. */
function framingsOf(text: string): Framed[] {
  const CHUNKED = "Transfer-Encoding: chunked";
  const [size, chunk] = [text.length, `${text.length.toString(16)}\r\n${text}\r\n`];
  return [
    { headers: [`Content-Length: ${size}`], body: text },
    { headers: [CHUNKED], body: `${chunk}0\r\n\r\n` },
    { headers: [`Content-Length: ${size + 10}`], body: text, isCutOff: true },
    { headers: [`Content-Length: ${Math.max(0, size - 3)}`], body: text },
    { headers: [CHUNKED], body: chunk, isCutOff: true },
    { headers: [CHUNKED], body: `zz\r\n${text}\r\n0\r\n\r\n` },
    { headers: [CHUNKED], body: `ffffffffffffffff\r\n${text}`, isCutOff: true },
    { headers: [CHUNKED, "Trailer: X-Late"], body: `${chunk.replace("\r", ";a=b\r")}0\r\nX-Late: 1\r\n\r\n` },
    { headers: [CHUNKED, `Content-Length: ${size}`], body: text },
    { headers: ["Transfer-Encoding: gzip, chunked"], body: `${chunk}0\r\n\r\n` },
    { headers: ["Transfer-Encoding: xchunked"], body: text },
    { headers: [`Content-Length: ${size}`, "Content-Encoding: gzip"], body: text },
    { headers: [`Content-Length: ${size}`, `Content-Length: ${size + 1}`], body: text },
    ...words("-1 0x10 1e3 99999999999999999999 abc +5")
      .map((length) => [`Content-Length: ${length}`])
      .map((headers) => ({ headers, body: text, isCutOff: true })),
    { headers: [], body: text },
  ];
}

/** A request with a body, whose length is mostly stated as it is. */
function framed(head: Omit<Input, "body">, text: string): Arbitrary<Input> {
  const [right, ...wrong] = framingsOf(text).map((framing): Input => {
    return { ...head, ...framing, headers: [...head.headers, ...framing.headers] };
  });
  return mostly(5, fc.constant(right as Input), fc.constantFrom(...wrong));
}

function badInputs(visitor: Visitor): Arbitrary<Input> {
  const { csrfToken, cookies: genuine, state, origin } = visitor;
  const own = fc.constant<string[]>([cookieLine(genuine)]);
  const altered = cookieHeaders(visitor);
  const target = targets(state);
  const method = fc.oneof({ weight: 6, arbitrary: fc.constant("GET") }, oneOf("HEAD"), oneOf(METHODS));
  const visits = fc.record({ method, target, headers: none, body: nothing });
  const posting = mostly(12, fc.constant("POST"), oneOf("GET PUT PATCH HEAD"));
  const posts = fc
    .tuple(posting, target, contents(csrfToken))
    .chain(([method, target, { type, text }]) => framed({ method, target, headers: [`Content-Type: ${type}`] }, text));
  const cookies = fc.oneof(none, own, own, own, altered, altered);
  const host = mostly(30, noHost, oddInLine);
  const withCookies = (request: Arbitrary<Input>, cookies: Arbitrary<string[]>) =>
    fc
      .tuple(request, host, cookies, mostly(3, none, headerLines(tricks(origin, []))))
      .map(([request, host, ...more]) => {
        return { ...request, host, headers: [...request.headers, ...more.flat()] };
      });
  const any = fc.oneof(visits, visits, posts, posts, serverCalls(origin, csrfToken));
  return mostly(2, withCookies(any, cookies), withCookies(passkeyAnswers(visitor), own));
}

/** A passkey's response with one change, or made up. */
function passkeyAnswers({ csrfToken, passkeys }: Visitor): Arbitrary<Input> {
  return fc.constantFrom(...passkeys).chain(({ action, data: genuine }) => {
    const changed = damaged(genuine).map((value) => JSON.stringify(value));
    const fields = fc.record({
      csrfToken: fc.constant(csrfToken),
      action: mostly(8, fc.constant<string>(action), odd),
      data: mostly(8, changed, odd),
    });
    return fc.tuple(fields, fc.boolean()).map(([some, isJson]) => {
      const body = isJson ? utf8(JSON.stringify(some)) : String(new URLSearchParams(some));
      const type = isJson ? "application/json" : "application/x-www-form-urlencoded";
      const headers = [`Content-Type: ${type}`, `Content-Length: ${body.length}`];
      return { method: "POST", target: "/api/auth/callback/passkey", headers, body };
    });
  });
}

/** CBOR that is cut off, endless, deep, or declares too great a length. */
const CBOR =
  words(`00 ff f97e00 9b7fffffffffffffff bb7fffffffffffffff 5b7fffffffffffffff 9f bf a1 a163666d74 a36 d818 c249010000000000000000
  a3 fb7ff8000000000000 1bffffffffffffffff 62c328 a301020326200121 8181818181 bf6161019fff f7 a1f6f6`).map((code) =>
    Buffer.from(code, "hex"),
  );

/** A copy of a value with one place in it changed. */
function damaged(value: unknown): Arbitrary<unknown> {
  const other: Arbitrary<unknown> = fc.oneof(odd, fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined));
  if (typeof value === "string") return fc.oneof(other, damagedBytes(value));
  if (Array.isArray(value))
    return fc.oneof(other, ...value.map((item, index) => damaged(item).map((bad) => value.with(index, bad))));
  if (typeof value !== "object" || value === null) return other;
  const places = Object.entries(value).map(([name, item]) => damaged(item).map((bad) => ({ ...value, [name]: bad })));
  return places.length > 0 ? mostly(6 * places.length, fc.oneof(...places), other) : other;
}

/** base64url with its bytes cut, changed or replaced; JSON with one value changed. */
function damagedBytes(text: string): Arbitrary<unknown> {
  const bytes = Buffer.from(text, "base64url");
  const place = fc.nat({ max: Math.max(0, bytes.length - 1) });
  const rubbish = fc.oneof(
    fc.constantFrom(...CBOR, Buffer.alloc(20_000, 0x81)),
    fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some)),
  );
  /** @param left how many of the bytes at the place stay out */
  const replaced = (some: Arbitrary<Uint8Array>, left: number) =>
    fc.tuple(place, some).map(([at, each]) => Buffer.concat([bytes.subarray(0, at), each, bytes.subarray(at + left)]));
  const changed = fc.oneof(
    place.map((at) => bytes.subarray(0, at)),
    replaced(fc.uint8Array({ minLength: 1, maxLength: 1 }), 1),
    replaced(rubbish, 0),
    replaced(rubbish, bytes.length),
    rubbish,
    ...jsonIn(bytes).map((value) => damaged(value).map((bad) => Buffer.from(JSON.stringify(bad) ?? ""))),
  );
  return changed.map((some) => some.toString("base64url"));
}

/** @returns the object that the bytes are as JSON, if they are: random bytes may begin like one */
function jsonIn(bytes: Buffer): object[] {
  try {
    return bytes[0] === 0x7b ? [JSON.parse(bytes.toString())] : [];
  } catch {
    return [];
  }
}

/** One text, as SolidStart's client serialises the arguments of a server function. */
const argumentsOf = (text: string) => serialized({ t: 9, i: 0, a: [{ t: 1, s: text }], o: 0 });

/** Calls of server functions, with arguments that no client of ours writes, and on paths of other pages. */
function serverCalls(origin: string, csrfToken: string): Arbitrary<Input> {
  const promise = serialized({ t: 22, i: 0, s: 1 });
  const broken = [
    ...words(";0x00000004;null ;0xffffffff;1 ;-0x000000c; ;0xzzzzzzzz; ;0x00000000; ;"),
    // A promise that never settles, one that rejects immediately, and a list with trailing data.
    promise,
    serialized({ t: 12, i: 0, s: 0, f: { t: 1, s: "x" } }),
    `${promise}${serialized({ t: 24, i: 1, a: [0, { t: 1, s: "x" }] })}`,
    `${serialized({ t: 9, i: 0, a: [], o: 0 })};0x00000001;x`,
    ...[1_000, 3_000].map(deepList),
  ];
  const chunk = fc.oneof(
    { weight: 5, arbitrary: nodes.map(serialized) },
    { weight: 1, arbitrary: oddInLine },
    { weight: 2, arbitrary: fc.constantFrom(...broken) },
    { weight: 4, arbitrary: guarded.map(argumentsOf) },
  );
  const several = fc.array(chunk, { maxLength: 3 }).map((all) => all.join(""));
  const call = fc.record({ type: mostly(1, nothing, oneOf(TYPES)), text: mostly(3, chunk, several) });
  const lines = (name: string, values: Arbitrary<string>) =>
    mostly(
      2,
      none,
      values.map((value) => [`${name}: ${value}`]),
    );
  return fc
    .record({
      method: oneOf("GET POST HEAD"),
      path: mostly(
        4,
        fc.constant("/_server"),
        oneOf(`/_server/ /_server/protected /_serverx //_server /_SERVER /_server/../_server /_server%2f /x/../_server
          /_server/../protected /_server/..%2fprotected /_server;/protected /protected/../_server`),
      ),
      id: mostly(8, fc.constantFrom(...serverFunctionIds()), oddInLine),
      isIdInHeader: fc.boolean(),
      content: mostly(4, call, contents(csrfToken)),
      more: fc.tuple(
        lines("X-Start-Type", oneOf("0 0 0 1 2 3 4 5 6 7 8")),
        lines("X-Server-Instance", oneOf("server-fn:0 x")),
        lines("X-Single-Flight", fc.constant("true")),
        lines(
          "Referer",
          fc.oneof(
            fc.constant("http://["),
            guarded.map((path) => origin + path),
          ),
        ),
        lines("Accept", fc.constant("text/html")),
      ),
    })
    .chain(({ method, path, id, isIdInHeader, content: { type, text }, more }) => {
      const isInQuery = method !== "POST" || more[0].includes("X-Start-Type: 8");
      const query = [...(isIdInHeader ? [] : [`id=${percent(id)}`]), ...(isInQuery ? [`args=${percent(text)}`] : [])];
      const typed = type ? [`Content-Type: ${type}`] : [];
      const headers = [...(isIdInHeader ? [`X-Server-Id: ${id}#name`] : []), ...typed, ...more.flat()];
      const request = { method, target: `${path}?${query.join("&")}`, headers };
      return method === "POST" ? framed(request, text) : fc.constant({ ...request, body: "" });
    });
}

/** Lists in lists, as a text: JSON.stringify would not write them. */
function deepList(depth: number): string {
  const json = nested(depth, '{"t":9,"i":0,"o":0,"a":[', "]}");
  return `;0x${json.length.toString(16).padStart(8, "0")};${json}`;
}

/** Nodes of seroval's JSON: a number for the type, and letters for its fields. */
const nodes = fc.letrec<{ node: unknown }>((tie) => {
  const list = fc.array(tie("node"), { maxLength: 3 });
  const classes = oneOf("Request URL Headers FormData File ReadableStream AbortSignal Event");
  const text = fc.oneof(
    odd,
    classes.map((name) => `seroval-plugins/web/${name}`),
  );
  const keys = fc.array(text, { maxLength: 3 });
  const known = fc.constantFrom(0, 1, 2, 9, 10, 12, 22, 23, 24, 25, 31, 33);
  const node = fc.record(
    {
      ...{ t: mostly(2, known, fc.integer({ min: -1, max: 40 })), i: fc.nat({ max: 3 }), a: list, v: list, k: keys },
      s: fc.oneof(text, tie("node"), fc.integer({ min: 0, max: 12 })),
      p: fc.record({ k: keys, v: list, s: fc.nat({ max: 2 }) }),
      e: fc.record({ k: list, v: list }),
      ...{ f: tie("node"), c: text, m: text, l: fc.integer(), b: fc.integer(), o: fc.nat({ max: 4 }) },
    },
    { requiredKeys: ["t", "i"] },
  );
  const plain = odd.map((s) => ({ t: 1, s }));
  return { node: fc.oneof({ depthSize: "small" }, plain, node) };
}).node;

test(`${SPELLINGS} spellings of the protected paths show a signed-out visitor nothing`, async ({ app }) => {
  const { marks, requests } = await meetTheUser(app);
  await fuzz(requests, SPELLINGS, async (request) => {
    const answer = await expectSense(app, request);
    if (!answer) return;
    const shown = [answer.text, ...answer.headers.flat()].join("\n");
    assert.deepEqual(
      marks.filter((mark) => shown.includes(mark)),
      [],
    );
    const location = header(answer, "location");
    if (location !== undefined) assert.equal(new URL(location, app.origin).origin, app.origin);
  });
  expect((await get(app, "/api/health")).text).toBe(`{"status":"ok"}`);
});

async function get(app: App, target: string, headers: string[] = []): Promise<Answer> {
  const answer = await exchange(app.origin, write({ method: "GET", target, headers, body: "" }, app.origin));
  if (!answer) throw new Error("The server hung up without an answer.");
  return answer;
}

/**
 * A user with things to see, and what shows that they were seen: the user's data, and the sentences, scripts and
 * serialised data that are on protected pages and on no other.
 */
async function meetTheUser(app: App): Promise<{ marks: string[]; requests: Arbitrary<Input> }> {
  const { id, email, sessionToken } = await insertSession(app, "vera.verborgen@example.com");
  const [name, passkey] = ["Vera Verborgen", "A key under the third flower pot"];
  app.database.prepare(`UPDATE "User" SET "name" = ? WHERE "id" = ?`).run(name, id);
  insertPasskey(app, id, passkey);

  const cookie = `Cookie: authjs.session-token=${sessionToken}`;
  const pages = await Promise.all(PROTECTED.map((path) => get(app, path, [cookie])));
  const publicPages = await Promise.all(PUBLIC.map((path) => get(app, path)));
  const parts = pages.flatMap(({ text }) => partsOf(text));
  const own = parts.filter((part) => !publicPages.some(({ text }) => text.includes(part)));

  // The markers must work: for a signed-in user, every protected page contains some beside the user's data.
  for (const [index, { text }] of pages.entries())
    expect(own.filter((part) => text.includes(part)).length, PROTECTED[index]).toBeGreaterThan(0);
  const ids = serverFunctionIds();
  const calls = await Promise.all(
    ids.map((id) => {
      const query = new URLSearchParams({ id, args: argumentsOf("/account") });
      return get(app, `/_server?${query}`, [cookie, "X-Server-Instance: x"]);
    }),
  );
  for (const data of [email, passkey]) expect(calls.filter(({ text }) => text.includes(data))).not.toEqual([]);
  const marks = [...new Set([name, email, id, passkey, ...own])];
  return { marks, requests: strangers(app.origin, [hash(sessionToken), id, email]) };
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
function strangers(origin: string, known: string[]): Arbitrary<Input> {
  const trick = tricks(origin, known);
  const pages = fc.record({
    method: oneOf("GET GET GET HEAD POST"),
    target: mostly(8, spellings(), oneOf("/ /sign-in /no/such/page /favicon.svg /api/auth/session")),
    headers: none,
    body: nothing,
  });
  return fc
    .tuple(
      mostly(5, pages, serverCalls(origin, "")),
      mostly(9, noHost, oneOf(HOSTS)),
      fc.array(trick, { maxLength: 3 }),
    )
    .map(([request, host, more]) => ({ ...request, host, headers: [...request.headers, ...more] }));
}

/** The offset of the full-width forms, from U+FF01. */
const fullWidth = (one: string) => String.fromCodePoint(0xfee0 + one.charCodeAt(0));
const letterFrom = (first: number, one: string) =>
  /[a-z]/.test(one) ? String.fromCodePoint(first + one.charCodeAt(0) - 0x61) : fullWidth(one);
/** Letters of other alphabets, in the order of the letters that they look like. */
const [LETTERS, LOOK_ALIKES] = ["aceopld/.", "асеорⅼⅾ∕․"];
const lookAlike = (one: string) => LOOK_ALIKES[LETTERS.indexOf(one)] ?? one;

/** Overlong UTF-8, which lenient decoders accept: two or three bytes for one character. */
function overlong(one: string, size: 2 | 3): string {
  const [high, low] = [one.charCodeAt(0) >> 6, 0x80 | (one.charCodeAt(0) & 0x3f)];
  return String.fromCharCode(...(size === 3 ? [0xe0, 0x80 | high] : [0xc0 | high]), low);
}

/** One character in every form that a parser may accept. */
const DISGUISES: ((one: string) => string)[] = [
  (one) => one.toUpperCase(),
  percent,
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
  (one) => percent(utf8(lookAlike(one))),
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

const HOSTS = "other.example localhost localhost:1 localhost:99999 a@b 127.0.0.1 256.256.256.256 xn--a [::1] [ %";

/** The protected paths, spelled. */
function spellings(): Arbitrary<string> {
  const disguise = fc.constantFrom(...DISGUISES);
  const slash = fc.constantFrom(...SLASHES);
  const disguised = (one: string) => {
    const forms = disguise.map((each) => each(one));
    return one === "/" ? fc.oneof(forms, slash) : forms;
  };
  const core = guarded.chain((path) =>
    fc.oneof(
      fc.constant(path),
      fc.mixedCase(fc.constant(path)),
      // Some characters, each in its own way; a few, many.
      ...[12, 2].map((weight) =>
        joined("", ...Array.from(path, (one) => mostly(weight, fc.constant(one), disguised(one)))),
      ),
      // Every character in the same way.
      disguise.map((each) => path.replace(/[^/]/g, each)),
      disguise.map((each) => path.replace(/./g, each)),
      slash.map((each) => path.replaceAll("/", () => each)),
    ),
  );
  const [before, behind] = [PREFIXES, SUFFIXES].map((some) => mostly(1, nothing, fc.constantFrom(...some)));
  return joined("", before ?? nothing, core, behind ?? nothing);
}

/** Headers that have bypassed other servers' guards, and values from a stolen database as cookies. */
function tricks(origin: string, known: string[]): Arbitrary<string> {
  const naming = oneOf(`X-Original-URL X-Rewrite-URL X-Original-URI X-Forwarded-URI X-Forwarded-Path X-Forwarded-Prefix
    X-Invoke-Path X-Matched-Path X-Nitro-Prerender X-Solid-Referrer X-Accel-Redirect X-Sendfile X-Middleware-Rewrite Referer`);
  const cookies = oneOf(`authjs.session-token authjs.session-token.0 __Secure-authjs.session-token AUTHJS.SESSION-TOKEN
    next-auth.session-token session user`);
  const values = fc.constantFrom(...known, "", ...words("null undefined true % * {}"));
  const path = fc.oneof(guarded, spellings()).map((each) => each.replace(/[^\x20-\x7e]/g, ""));
  return fc.oneof(
    joined(": ", naming, path),
    joined(": ", oneOf("Host X-Forwarded-Host X-Host"), oneOf(HOSTS)),
    joined("=", cookies, values).map((cookie) => `Cookie: ${cookie}`),
    joined(": ", oneOf("X-HTTP-Method-Override X-HTTP-Method X-Method-Override"), oneOf("GET HEAD OPTIONS")),
    joined(": ", oneOf("Accept Accept-Encoding"), oneOf("*/* text/html application/json image/svg+xml gzip,br")),
    joined(": ", oneOf("Purpose Sec-Purpose X-Moz"), fc.constant("prefetch")),
    joined(": ", oneOf("Upgrade X-Nextjs-Data RSC X-Single-Flight X-Server-Instance"), oneOf("1 true h2c")),
    fc.constantFrom(
      `X-Middleware-Subrequest: ${Array(5).fill("src/middleware").join(":")}`,
      ...[`Origin: ${origin}`, `Referer: ${origin}/protected`, "Range: bytes=0-0,-1", "If-None-Match: *"],
      ...["If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT", "Sec-Fetch-Site: same-origin", "X-Forwarded-User: vera"],
      ...["X-Forwarded-Proto: https,http", "Forwarded: for=127.0.0.1;host=other.example", "Remote-User: vera"],
      ...["Authorization: Basic dmVyYTp2ZXJh", "X-Auth-Return-Redirect: 1"],
    ),
  );
}
