// Malformed and malicious input of every kind, at every path.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Passkey } from "../../packages/solid-authjs/test/support/passkey.ts";
import { describeAuthError } from "../../src/messages/auth-errors.ts";
import { type App, root } from "../../tests/support/app.ts";
import { expect, insertSession, newClient, test } from "../../tests/support/test.ts";
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

/** How many inputs to try, after a quarter as many to warm the server up. */
const COUNT = atNight(10_000, 1_000);

test.use({ env: { NODE_OPTIONS } });

test(`${COUNT} bad inputs break nothing, inject nothing, leak nothing`, async ({ app }) => {
  const inputs = badInputs(await comeIn(app));
  const check = (input: Input) => expectSense(app, input);
  await fuzz(inputs, COUNT / 4, check);
  const warm = await residentMegabytes(app.pid);
  await fuzz(inputs, COUNT, check);
  const growth = (await residentMegabytes(app.pid)) - warm;
  console.log(`    ${Math.round(warm)} MB when warm, ${Math.round(growth)} MB more at the end`);
  expect(growth).toBeLessThan(MAX_GROWTH_MB);
  expect(await app.log()).not.toMatch(UNHANDLED);
  expect((await fetch(`${app.origin}/api/health`)).status).toBe(200);
  expect(failures(app)).toEqual([]);
});

/** The entries for an operator. No visitor may cause one. */
function failures(app: App): string[] {
  return app.arrived().match(/^\S+ (?:warn|error) .*/gm) ?? [];
}

/** Node's maximum for headers, in bytes. It may refuse without reading on. */
const MAX_HEAD = 16 * 1024;

interface Input extends RawRequest {
  /** The sender closes the connection after the last byte, although it announced more. */
  isCutOff: boolean;
}

const UNHANDLED = /unhandled|uncaught/i;
/** A line of a stack trace, or a file that only the server has. */
const TRACE = /^\s+at .+:\d+:\d+\)?$|node_modules|file:\/\/\/|\.mjs:\d+/m;
/** A file that an attacker would like to see. Forms give back what they were sent. */
const PASSWD = "file:///etc/passwd";
/** The one page whose content is not in its HTML. */
const CLIENT_RENDERED = /protected\/client/i;
/** The value of an injected header. */
const INJECTED = "x-injected";

async function expectSense(app: App, input: Input): Promise<void> {
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
  assert.doesNotMatch(app.arrived().slice(logged), UNHANDLED);
  assert.deepEqual(failures(app), []);
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
  /** Every cookie that the application sets, by name. */
  cookies: Map<string, string>;
  /** Responses of a passkey, each with the cookie of its challenge. */
  passkeys: { action: "register" | "authenticate"; data: object; challenge: string }[];
}

async function comeIn(app: App): Promise<Visitor> {
  const cookies = new Map([["authjs.session-token", (await insertSession(app)).sessionToken]]);
  const ask = async (path: string, form?: Record<string, string>) => {
    const cookie = Array.from(cookies, (pair) => pair.join("=")).join("; ");
    const response = await fetch(`${app.origin}/api/auth/${path}`, {
      headers: { cookie, "x-forwarded-for": "192.0.2.1" },
      redirect: "manual",
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
    }
    return response;
  };
  const challenge = () => cookies.get("authjs.challenge") ?? "";

  const { csrfToken } = await (await ask("csrf")).json();
  await ask("signin/github", { csrfToken, connect: "true" });
  await ask("signin/email", { csrfToken, email: "visitor@example.com" });
  const register = "webauthn-options/passkey?action=register";
  const passkey = new Passkey(app.origin);
  const first = passkey.register((await (await ask(register)).json()).options);
  const added = await ask("callback/passkey", { csrfToken, action: "register", data: JSON.stringify(first) });
  expect(added.headers.get("location")).not.toContain("error");
  const second = new Passkey(app.origin).register((await (await ask(register)).json()).options);
  const registration = { action: "register", data: second, challenge: challenge() } as const;
  const { options } = await (await ask("webauthn-options/passkey")).json();
  const answer = passkey.authenticate({ challenge: options.challenge, rpId: options.rpId });
  const authentication = { action: "authenticate", data: answer, challenge: challenge() } as const;
  return { origin: app.origin, csrfToken, cookies, passkeys: [registration, authentication] };
}

const INJECTION = `${INJECTED}: yes\r\nSet-Cookie: ${INJECTED}=yes\r\n\r\n<h1>`;

/** Values that an attacker may try. */
const odd: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    ...words(
      "__proto__ constructor prototype toString hasOwnProperty null undefined NaN true -1 0 1e999 0x1f [] {} [object",
    ),
    ...words("% %0 %zz %ff %00 %c0%ae %ed%a0%80 %u0041 + & = ; , | . .. ../../etc/passwd C:\\ ~ * ' \" ` < > $ \\"),
    ...words(
      "http:// http://[ http://% //evil.example /\\evil.example javascript:alert(1) data:text/html,x https:evil.example",
    ),
    PASSWD,
    ...words("http://a:b@evil.example http://localhost:99999 ?a=b # mailto:a@b /protected /api/auth/signout"),
    ...words(
      '@ a@ @b a@b a@b@c a@b.example,c@d.example a+b@example.com a@xn-- ａ@example.com a@[127.0.0.1] "a"@b <a@b>',
    ),
    ...words(
      "a.b.c a.b.c.d.e ..... eyJhbGciOiJub25lIn0.e30. 2026-13-45T99:99:99Z 99999999999999999999 -9007199254740993",
    ),
    ...[
      "",
      " ",
      "\0",
      "\r\n",
      "\t",
      "\u2028",
      "\ud800",
      "\ufeff",
      "\u202e",
      "' OR 1=1 --",
      "#{7*7}",
      "{{7*7}}",
      "<script>alert(1)</script>",
    ],
    `x\r\n${INJECTION}`,
    `x\n${INJECTION}`,
    `x\u560d\u560a${INJECTION.replaceAll("\r\n", "\u560d\u560a")}`,
    `x%0d%0a${percent(INJECTION)}`,
    `a@example.com\r\nBcc: b@example.com`,
    "a".repeat(300),
    "é".repeat(5_000),
    `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
    `${"a".repeat(250)}@${"b".repeat(250)}.example`,
  ),
);

/** Odd values for a header line, without line breaks. */
const oddInLine = odd.map((value) => utf8(value).replace(/[\r\n\0]/g, ""));
const oddInQuery = fc.oneof(
  odd.map((value) => encodeURIComponent(value.toWellFormed())),
  odd.map((value) => utf8(value).replace(/[^\x21-\x7e\x80-\xff]/g, percent)),
);

const ACTIONS =
  words(`providers csrf session signin signin/email signin/github signin/passkey signin/nobody signout callback
  callback/email callback/github callback/passkey callback/nobody verify-request error webauthn-options webauthn-options/passkey
  webauthn-options/github webauthn-options/email webauthn-options/nobody nonsense`);
const PAGES =
  words(`/ /sign-in /sign-in/confirm /verify-request /sign-out /error /welcome /account /protected /protected/client
  /protected/x /no/such/page`);

/** Every kind of path. */
function paths(): fc.Arbitrary<string> {
  const assets = readdirSync(join(root, ".output/public/_build/assets"));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ACTIONS).map((action) => `/api/auth/${action}`) },
    { weight: 3, arbitrary: fc.constantFrom(...PAGES) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ...words(
          "/_server /_server/x /_SERVER /api/health /api/health/ /api /api/x /API/AUTH/SESSION /api/auth /api/auth/ /api/auth//session",
        ),
        ...words(
          "/favicon.svg /favicon.svg/ /.vite/manifest.json /_build /_build/assets/ /_build/assets/nothing.js /robots.txt /.env",
        ),
        ...words(
          "/.git/config /index.html /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc/passwd /_build/..%2f..%2fserver/index.mjs // //x //x/y /./ /..",
        ),
        ...assets.slice(0, 3).map((name) => `/_build/assets/${name}`),
      ),
    },
    { weight: 1, arbitrary: oddInQuery.map((part) => `/${part}`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom("/api/auth/", "/protected/", "/_build/assets/", "/sign-in/"), oddInQuery)
        .map((both) => both.join("")),
    },
  );
}

const FIELDS =
  words(`csrfToken email callbackUrl action data token state code error error_description iss id_token provider connect
  redirect json name id args fresh utm_source __proto__ constructor toString csrfToken[] data[x] email.x`);

const pairs = fc.array(
  fc.tuple(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...FIELDS) }, { weight: 1, arbitrary: odd }), odd),
  {
    maxLength: 6,
  },
);

function targets(): fc.Arbitrary<string> {
  const pair = fc.tuple(fc.constantFrom(...FIELDS), oddInQuery).map((both) => both.join("="));
  const queries = fc.oneof(
    fc.constant(""),
    fc.array(pair, { minLength: 1, maxLength: 5 }).map((all) => `?${all.join("&")}`),
    oddInQuery.map((query) => `?${query}`),
    fc.constantFrom(
      "?&&&===",
      "?%",
      "??",
      "?=",
      `?${"a=1&".repeat(2_000)}`,
      `?${"a[".repeat(500)}`,
      "?callbackUrl=/a&callbackUrl=/b",
    ),
  );
  return fc.tuple(paths(), queries).map((both) => both.join(""));
}

/** Cookies as received, altered, and made up. */
function cookieHeaders(visitor: Visitor): fc.Arbitrary<string[]> {
  const genuine = [...visitor.cookies];
  const names = fc.oneof(
    fc.constantFrom(...visitor.cookies.keys()),
    fc.constantFrom(
      ...words(`authjs.session-token.0 authjs.session-token.1 authjs.session-token.999999 authjs.session-token.01 authjs.session-token.-1
        authjs.session-token.1e3 authjs.session-tokens authjs.nonce authjs.challenge flash return-to action-result notice pending-action __proto__ constructor
        __Host-authjs.csrf-token __Secure-authjs.session-token __Secure-authjs.callback-url a,b "q"`),
    ),
  );
  const url64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const direct = { alg: "dir", enc: "A256CBC-HS512" };
  const headers = [
    direct,
    { ...direct, kid: "x" },
    { ...direct, zip: "DEF" },
    { ...direct, crit: ["x"], x: 1 },
    { alg: "PBES2-HS512+A256KW", enc: "A256GCM", p2c: 2 ** 31, p2s: "AAAA" },
    { alg: "RSA-OAEP", enc: "A256GCM" },
    { alg: "none" },
    { alg: "HS256" },
  ];
  const sealed = fc.oneof(
    fc.constantFrom(...genuine.map(([, value]) => value)),
    fc.tuple(fc.constantFrom(...genuine), fc.nat(), fc.string({ maxLength: 2 })).map(([[, value], at, letters]) => {
      const place = at % (value.length + 1);
      return value.slice(0, place) + letters + value.slice(place + letters.length);
    }),
    fc.tuple(fc.constantFrom(...genuine), fc.nat()).map(([[, value], at]) => value.slice(0, at % (value.length + 1))),
    fc
      .tuple(fc.constantFrom(...headers), fc.array(fc.stringMatching(/^[\w-]{0,24}$/), { maxLength: 5 }))
      .map(([head, parts]) => [url64(head), ...parts].join(".")),
    fc.constantFrom(
      `${url64({ alg: "none" })}.${url64({ sub: "1" })}.`,
      ".....",
      "....",
      "x|y",
      "|",
      "x|y|z",
      `${visitor.csrfToken}|x`,
    ),
  );
  /** What the application keeps as JSON, with parts that are none of its. */
  const kept = fc.oneof(
    fc
      .record({ url: fc.string(), result: fc.jsonValue(), text: fc.jsonValue(), fields: fc.jsonValue() })
      .map((value) => encodeURIComponent(JSON.stringify(value).toWellFormed())),
    fc.constantFrom(
      encodeURIComponent('{"result":{"errors":{},"values":{"a":{"toString":1}}}}'),
      `{"result":${"[".repeat(7_000)}${"]".repeat(7_000)}}`,
    ),
  );
  const cookie = fc.tuple(names, fc.oneof(sealed, oddInLine, kept)).map((both) => both.join("="));
  const all = genuine.map((both) => both.join("="));
  return fc.oneof(
    fc.constant<string[]>([`Cookie: ${all.join("; ")}`]),
    fc.array(cookie, { minLength: 1, maxLength: 4 }).map((some) => [`Cookie: ${some.join("; ")}`]),
    // The visitor's own, with some changed.
    fc.array(cookie, { minLength: 1, maxLength: 3 }).map((some) => [`Cookie: ${[...some, ...all].join("; ")}`]),
    fc.array(cookie, { minLength: 2, maxLength: 3 }).map((some) => some.map((one) => `Cookie: ${one}`)),
    oddInLine.map((value) => [`Cookie: ${value}`]),
    fc.constantFrom<string[]>(
      [`Cookie: ${Array.from({ length: 400 }, (_, index) => `authjs.session-token.${index}=x`).join("; ")}`],
      [`Cookie: ${Array.from({ length: 500 }, (_, index) => `c${index}=${index}`).join("; ")}`],
      [`Cookie: ${"; ".repeat(500)}`],
      [`Cookie: authjs.session-token=${"a".repeat(14_000)}`],
    ),
  );
}

const oddHeaders: fc.Arbitrary<string[]> = fc.array(
  fc.oneof(
    fc
      .tuple(
        fc.constantFrom(
          ...words(`Accept Accept-Language Accept-Encoding User-Agent Referer Origin Authorization Range If-None-Match If-Modified-Since If-Match
            X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto Forwarded X-Real-IP X-Server-Id X-Server-Instance X-Single-Flight X-Start-Type
            X-Auth-Return-Redirect X-Requested-With Sec-Fetch-Site Upgrade Expect TE Trailer Via Max-Forwards From Date Priority Content-Encoding
            Content-Language Content-Range Content-Location Access-Control-Request-Method X-HTTP-Method-Override X-Injected-By`),
        ),
        oddInLine,
      )
      .map((both) => both.join(": ")),
    fc.constantFrom(
      ...[
        "Accept: text/html",
        "X-Auth-Return-Redirect: 1",
        "Accept: text/html, */*;q=0.8",
        "Sec-Fetch-Site: same-origin",
        "Origin: null",
      ],
      ...[
        "X-Server-Instance: server-fn:0",
        "X-Single-Flight: true",
        "Upgrade: websocket",
        "Upgrade: h2c",
        "Expect: 100-continue",
      ],
      ...[
        "no colon",
        ": no name",
        "Bad Name: x",
        " folded: x",
        "X-Nul: \0",
        "X: a\rb",
        "Content-Type",
        "HTTP/1.1 200 OK",
      ],
      `X-Long: ${"a".repeat(20_000)}`,
      Array.from({ length: 1_500 }, (_, index) => `X-${index}: 1`).join("\r\n"),
    ),
  ),
  { minLength: 1, maxLength: 3 },
);

const METHODS = words("PUT DELETE PATCH OPTIONS TRACE CONNECT PROPFIND QUERY PURGE get Post FOO PRI M-SEARCH GET\0 G");

interface Content {
  type: string;
  text: string;
}

const TYPES =
  words(`application/json application/x-www-form-urlencoded multipart/form-data multipart/form-data;boundary=
  multipart/form-data;boundary=x multipart/form-data;boundary=" multipart/mixed;boundary=x text/plain text/html application/octet-stream
  application/json;charset=utf-7 application/json;charset=nonsense APPLICATION/JSON form /form json application/cbor x`);

/** Bodies with a right or wrong content type, complete or cut off. */
function contents({ csrfToken }: Visitor): fc.Arbitrary<Content> {
  // Nearly always with the token, because a request without it is refused immediately.
  const fields = fc
    .tuple(pairs, fc.integer({ min: 0, max: 5 }))
    .map(([some, chance]): [string, string][] => (chance > 0 ? [["csrfToken", csrfToken], ...some] : some));
  const urlencoded = "application/x-www-form-urlencoded";
  const query = (some: [string, string][]) => String(new URLSearchParams(some));
  const form = fc.oneof(
    fields.map((some) => ({ type: urlencoded, text: query(some) })),
    fc.tuple(fields, oddInLine).map(([some, end]) => ({ type: urlencoded, text: `${query(some)}&${end}` })),
    fc
      .constantFrom("a=1&", "a[]=1&", "__proto__[x]=1&", "&", "%")
      .map((part) => ({ type: urlencoded, text: `csrfToken=${csrfToken}&${part.repeat(5_000)}` })),
  );
  const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
  const json = fc
    .oneof(
      fields.map(
        (some) => `{${some.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`,
      ),
      fc
        .tuple(fc.constantFrom(...FIELDS), fc.json())
        .map(([name, value]) => `{"csrfToken":"${csrfToken}","${name}":${value}}`),
      fc.json(),
      odd,
      fc.constantFrom(
        nested(5_000, "[", "]"),
        nested(2_000, '{"a":', "1}"),
        `{"csrfToken":"${csrfToken}","data":${nested(30_000, "[", "]")}}`,
        `{"csrfToken":"${csrfToken}","email":${nested(10_000, '{"a":', "1}")}}`,
        `{"csrfToken":"${csrfToken}","data":"${"x".repeat(60_000)}"}`,
        '{"__proto__":{"email":"a@b"}}',
        '{"csrfToken":["x"]}',
        `{"a":${"9".repeat(5_000)}}`,
        '"\\ud800"',
        "{'a':1}",
      ),
    )
    .map((text) => ({ type: "application/json", text: utf8(text) }));
  const part = fc
    .tuple(
      fc.oneof(fc.constantFrom(...FIELDS), oddInLine),
      oddInLine,
      fc.constantFrom("", '; filename="x"', "; filename*=UTF-8''%ff", '; filename="', "; name=again"),
    )
    .map(([name, value, more]) => `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`);
  const multipart = fc
    .record({
      parts: fc.array(fc.oneof({ weight: 6, arbitrary: part }, { weight: 1, arbitrary: oddInLine }), { maxLength: 5 }),
      between: fc.constantFrom("--x\r\n", "--x\r\n", "--x\r\n", "--y\r\n", "--x", "\r\n--x\n", "--x--\r\n"),
      end: fc.constantFrom("--x--\r\n", "--x--\r\n", "--x--", "--x", "", "\r\n"),
      type: fc.constantFrom(
        ...words('multipart/form-data;boundary=x multipart/form-data;boundary="x" multipart/form-data;boundary=y'),
      ),
    })
    .map(({ parts, between, end, type }) => ({
      type,
      text: parts.map((one) => `${between}${one}\r\n`).join("") + end,
    }));
  const whole = fc.oneof(form, json, multipart);
  const bytes = fc.uint8Array({ maxLength: 200 }).map((data) => Buffer.from(data).toString("latin1"));
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, fc.nat())
        .map(([{ type, text }, at]) => ({ type, text: text.slice(0, at % (text.length + 1)) })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.oneof(fc.constantFrom(...TYPES), oddInLine),
          fc.oneof(
            whole.map(({ text }) => text),
            bytes,
          ),
        )
        .map(([type, text]) => ({ type, text })),
    },
  );
}

interface Framed {
  headers: string[];
  body: string;
  isCutOff: boolean;
}

const hex = (text: string) => text.length.toString(16);

/** Ways to state the length of the body, most of them wrong. */
const FRAMINGS: ((text: string) => Omit<Framed, "isCutOff"> & { isCutOff?: true })[] = [
  (text) => ({ headers: [`Content-Length: ${text.length}`], body: text }),
  (text) => ({ headers: ["Transfer-Encoding: chunked"], body: `${hex(text)}\r\n${text}\r\n0\r\n\r\n` }),
  (text) => ({ headers: [`Content-Length: ${text.length + 10}`], body: text, isCutOff: true }),
  (text) => ({ headers: [`Content-Length: ${Math.max(0, text.length - 3)}`], body: text }),
  (text) => ({ headers: ["Transfer-Encoding: chunked"], body: `${hex(text)}\r\n${text}`, isCutOff: true }),
  (text) => ({ headers: ["Transfer-Encoding: chunked"], body: `zz\r\n${text}\r\n0\r\n\r\n` }),
  (text) => ({ headers: ["Transfer-Encoding: chunked"], body: `ffffffffffffffff\r\n${text}`, isCutOff: true }),
  (text) => ({
    headers: ["Transfer-Encoding: chunked", "Trailer: X-Late"],
    body: `${hex(text)};a=b\r\n${text}\r\n0\r\nX-Late: 1\r\n\r\n`,
  }),
  (text) => ({ headers: ["Transfer-Encoding: chunked", `Content-Length: ${text.length}`], body: text }),
  (text) => ({ headers: ["Transfer-Encoding: gzip, chunked"], body: `${hex(text)}\r\n${text}\r\n0\r\n\r\n` }),
  (text) => ({ headers: ["Transfer-Encoding: xchunked"], body: text }),
  (text) => ({ headers: [`Content-Length: ${text.length}`, "Content-Encoding: gzip"], body: text }),
  (text) => ({ headers: [`Content-Length: ${text.length}`, `Content-Length: ${text.length + 1}`], body: text }),
  ...words("-1 0x10 1e3 99999999999999999999 abc +5").map((length) => (text: string) => ({
    headers: [`Content-Length: ${length}`],
    body: text,
    isCutOff: true as const,
  })),
  (text) => ({ headers: [], body: text }),
];

function framed(text: fc.Arbitrary<string>): fc.Arbitrary<Framed> {
  const [right = (body) => ({ headers: [], body }), ...wrong] = FRAMINGS;
  return fc
    .tuple(
      text,
      fc.oneof({ weight: 5, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: fc.constantFrom(...wrong) }),
    )
    .map(([content, frame]) => ({ isCutOff: false, ...frame(content) }));
}

function badInputs(visitor: Visitor): fc.Arbitrary<Input> {
  const none = fc.constant<string[]>([]);
  const cookies = cookieHeaders(visitor);
  const own = fc.constant<string[]>([`Cookie: ${Array.from(visitor.cookies, (pair) => pair.join("=")).join("; ")}`]);
  const requests = fc.oneof(
    { weight: 3, arbitrary: visits() },
    { weight: 3, arbitrary: posts(visitor) },
    { weight: 3, arbitrary: passkeyAnswers(visitor) },
    { weight: 2, arbitrary: serverCalls(visitor.origin) },
  );
  return fc
    .record({
      request: requests,
      cookies: fc.oneof(
        { withCrossShrink: true },
        { weight: 1, arbitrary: none },
        { weight: 3, arbitrary: own },
        { weight: 2, arbitrary: cookies },
      ),
      headers: fc.oneof({ weight: 3, arbitrary: none }, { weight: 1, arbitrary: oddHeaders }),
      host: fc.oneof({ weight: 30, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: oddInLine }),
    })
    .map(({ request, cookies, headers, host }) => ({
      ...request,
      host,
      headers: [...request.headers, ...(request.ownCookies ?? cookies), ...headers],
    }));
}

interface Request extends Input {
  /** The cookies that it needs. */
  ownCookies?: string[];
}

function visits(): fc.Arbitrary<Request> {
  const methods = fc.oneof(
    { weight: 6, arbitrary: fc.constant("GET") },
    { weight: 1, arbitrary: fc.constant("HEAD") },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  );
  return fc
    .tuple(methods, targets())
    .map(([method, target]) => ({ method, target, headers: [], body: "", isCutOff: false }));
}

function posts(visitor: Visitor): fc.Arbitrary<Request> {
  const content = contents(visitor).chain(({ type, text }) => fc.tuple(fc.constant(type), framed(fc.constant(text))));
  const methods = fc.oneof(
    { weight: 12, arbitrary: fc.constant("POST") },
    { weight: 1, arbitrary: fc.constantFrom("GET", "PUT", "PATCH", "HEAD") },
  );
  return fc.tuple(methods, targets(), content).map(([method, target, [type, { headers, body, isCutOff }]]) => ({
    method,
    target,
    headers: [`Content-Type: ${type}`, ...headers],
    body,
    isCutOff,
  }));
}

/** A passkey's response with one change, or made up. */
function passkeyAnswers({ csrfToken, cookies, passkeys }: Visitor): fc.Arbitrary<Request> {
  const data = (genuine: object) =>
    fc.oneof(
      { weight: 8, arbitrary: damaged(genuine).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: odd },
    );
  return fc.constantFrom(...passkeys).chain(({ action, data: genuine, challenge }) =>
    fc
      .record({
        text: data(genuine),
        named: fc.oneof({ weight: 8, arbitrary: fc.constant<string>(action) }, { weight: 1, arbitrary: odd }),
        isJson: fc.boolean(),
      })
      .map(({ text, named, isJson }) => {
        const fields = { csrfToken, action: named, data: text };
        const body = isJson ? utf8(JSON.stringify(fields)) : String(new URLSearchParams(fields));
        const type = isJson ? "application/json" : "application/x-www-form-urlencoded";
        const own = [...cookies].filter(([name]) => name !== "authjs.challenge");
        return {
          method: "POST",
          target: "/api/auth/callback/passkey",
          headers: [`Content-Type: ${type}`, `Content-Length: ${body.length}`],
          ownCookies: [`Cookie: ${[...own, ["authjs.challenge", challenge]].map((pair) => pair.join("=")).join("; ")}`],
          body,
          isCutOff: false,
        };
      }),
  );
}

/** CBOR that is cut off, endless, deep, or declares too great a length. */
const CBOR =
  words(`00 ff f97e00 9b7fffffffffffffff bb7fffffffffffffff 5b7fffffffffffffff 9f bf a1 a163666d74 a36 d818 c249010000000000000000
  a3 fb7ff8000000000000 1bffffffffffffffff 62c328 a301020326200121 8181818181 bf6161019fff f7 a1f6f6`).map((code) =>
    Buffer.from(code, "hex"),
  );

/** A copy of a value with one place in it changed. */
function damaged(value: unknown): fc.Arbitrary<unknown> {
  const other = fc.oneof(odd, fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined));
  if (typeof value === "string") return fc.oneof(other, damagedBytes(value));
  if (Array.isArray(value))
    return fc.oneof(other, ...value.map((item, index) => damaged(item).map((bad) => value.with(index, bad))));
  if (typeof value !== "object" || value === null) return other;
  const places = Object.entries(value).map(([name, item]) => damaged(item).map((bad) => ({ ...value, [name]: bad })));
  return fc.oneof({ weight: 1, arbitrary: other }, ...places.map((arbitrary) => ({ weight: 6, arbitrary })));
}

/** base64url with its bytes cut, changed or replaced; JSON with one value changed. */
function damagedBytes(text: string): fc.Arbitrary<unknown> {
  const bytes = Buffer.from(text, "base64url");
  const place = fc.nat({ max: Math.max(0, bytes.length - 1) });
  const rubbish = fc.oneof(
    fc.constantFrom(...CBOR),
    fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some)),
    fc.constant(Buffer.alloc(20_000, 0x81)),
  );
  const changed = fc.oneof(
    place.map((at) => bytes.subarray(0, at)),
    fc
      .tuple(place, fc.nat({ max: 255 }))
      .map(([at, byte]) => Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at + 1)])),
    fc.tuple(place, rubbish).map(([at, some]) => Buffer.concat([bytes.subarray(0, at), some, bytes.subarray(at)])),
    fc.tuple(place, rubbish).map(([at, some]) => Buffer.concat([bytes.subarray(0, at), some])),
    rubbish,
    ...jsonIn(bytes).map((value) => damaged(value).map((bad) => Buffer.from(JSON.stringify(bad) ?? ""))),
  );
  return changed.map((some) => some.toString("base64url"));
}

/** @returns the object that the bytes are as JSON, if they are: random bytes may begin like one */
function jsonIn(bytes: Buffer): object[] {
  if (bytes[0] !== 0x7b) return [];
  try {
    return [JSON.parse(bytes.toString())];
  } catch {
    return [];
  }
}

/** Calls of server functions with arguments that no client of ours writes. */
function serverCalls(origin: string): fc.Arbitrary<Request> {
  const ids = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...serverFunctionIds()) },
    { weight: 1, arbitrary: oddInLine },
  );
  const promise = serialized({ t: 22, i: 0, s: 1 });
  const broken = [
    ...words(";0x00000004;null ;0xffffffff;1 ;-0x000000c; ;0xzzzzzzzz; ;0x00000000; ;"),
    // A promise that never settles, one that rejects immediately, and a list with trailing data.
    promise,
    serialized({ t: 12, i: 0, s: 0, f: { t: 1, s: "x" } }),
    `${promise}${serialized({ t: 24, i: 1, a: [0, { t: 1, s: "x" }] })}`,
    `${serialized({ t: 9, i: 0, a: [], o: 0 })};0x00000001;x`,
    deepList(1_000),
    deepList(3_000),
  ];
  const chunk = fc.oneof(
    { weight: 5, arbitrary: nodes.map(serialized) },
    { weight: 1, arbitrary: oddInLine },
    { weight: 2, arbitrary: fc.constantFrom(...broken) },
  );
  const chunks = fc.oneof(
    { weight: 3, arbitrary: chunk },
    { weight: 1, arbitrary: fc.array(chunk, { maxLength: 3 }).map((all) => all.join("")) },
  );
  return fc
    .record({
      method: fc.constantFrom("GET", "POST"),
      id: ids,
      isIdInHeader: fc.boolean(),
      text: chunks,
      format: fc.constantFrom("0", "0", "0", "1", "2", "3", "4", "5", "6", "7", "8", ""),
      type: fc.oneof(fc.constant(""), fc.constantFrom(...TYPES)),
      instance: fc.boolean(),
      more: fc.constantFrom<string[]>(
        [],
        [],
        ["X-Single-Flight: true"],
        ["X-Single-Flight: true", `Referer: ${origin}/account`],
        ["Referer: http://["],
      ),
    })
    .chain(({ method, id, isIdInHeader, text, format, type, instance, more }) => {
      const query = [
        ...(isIdInHeader ? [] : [`id=${percent(id)}`]),
        ...(method === "GET" || format === "8" ? [`args=${percent(text)}`] : []),
      ];
      const headers = [
        ...(isIdInHeader ? [`X-Server-Id: ${id}`] : []),
        ...(instance ? ["X-Server-Instance: server-fn:0"] : []),
        ...(format ? [`X-Start-Type: ${format}`] : []),
        ...(type ? [`Content-Type: ${type}`] : []),
        ...more,
      ];
      const request = { method, target: `/_server?${query.join("&")}`, headers, body: "", isCutOff: false };
      if (method === "GET") return fc.constant(request);
      return framed(fc.constant(text)).map((frame) => ({
        ...request,
        ...frame,
        headers: [...headers, ...frame.headers],
      }));
    });
}

/** Lists in lists, as a text: JSON.stringify would not write them. */
function deepList(depth: number): string {
  const json = `${'{"t":9,"i":0,"o":0,"a":['.repeat(depth)}${"]}".repeat(depth)}`;
  return `;0x${json.length.toString(16).padStart(8, "0")};${json}`;
}

/** Nodes of seroval's JSON: a number for the type, and letters for its fields. */
const nodes = fc.letrec<{ node: unknown }>((tie) => {
  const list = fc.array(tie("node"), { maxLength: 3 });
  const text = fc.oneof(
    odd,
    fc.constantFrom(
      ...words("Request URL Headers FormData File ReadableStream AbortSignal Event").map(
        (name) => `seroval-plugins/web/${name}`,
      ),
    ),
  );
  const node = fc.record(
    {
      t: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(0, 1, 2, 9, 10, 12, 22, 23, 24, 25, 31, 33) },
        { weight: 3, arbitrary: fc.integer({ min: -1, max: 40 }) },
      ),
      i: fc.nat({ max: 3 }),
      s: fc.oneof(text, tie("node"), fc.integer({ min: 0, max: 12 })),
      a: list,
      k: fc.array(text, { maxLength: 3 }),
      v: list,
      p: fc.record({ k: fc.array(text, { maxLength: 2 }), v: list, s: fc.nat({ max: 2 }) }),
      e: fc.record({ k: list, v: list }),
      f: tie("node"),
      c: text,
      m: text,
      l: fc.integer(),
      b: fc.integer(),
      o: fc.nat({ max: 4 }),
    },
    { requiredKeys: ["t", "i"] },
  );
  const plain = odd.map((s) => ({ t: 1, s }));
  return { node: fc.oneof({ depthSize: "small" }, plain, node) };
}).node;
