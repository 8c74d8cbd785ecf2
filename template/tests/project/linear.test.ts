// No visitor can stall the server with a regular expression that takes quadratic time. Each expression in src and in
// the integration layer is listed here, with its hardest input, or with the reason why visitors cannot reach it. A new
// expression must be added.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it, vi } from "vitest";

vi.stubEnv("AUTH_SECRET", "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e");
const { isProtected } = await import("~/server/http/protected-paths");
const { redact } = await import("../../../packages/solid-authjs/src/redact");
const { emailOrNull } = await import("../../../packages/solid-authjs/src/email");

const source = resolve(import.meta.dirname, "../../../src");

const LAYER = resolve(source, "../packages/solid-authjs/src");

/** The parts of start-kit that the server runs, by their paths from src. */
const IN_START_KIT = [
  "api-methods",
  "body-limit",
  "ignored-inputs",
  "preserve-headers",
  "log-stream-errors",
  "nitro-output",
  "graceful-shutdown",
  "same-origin",
  "server-calls",
  "trusted-proxies",
  "validate-url",
  "withheld-errors",
].map((name) => `../packages/start-kit/src/${name}.ts`);

/** The parts of database-engines that the server runs: all but the commands. */
const ENGINES = resolve(source, "../packages/database-engines/src");

/** The longest text, in characters. A body has at most 64 KB, and so has every text in one. */
const [SHORT, LONG] = [16 * 1024, 64 * 1024];
/** With four times the text, linear time is four times as long, and quadratic time sixteen times. */
const MAX_RATIO = 9;
/**
 * Below this, a ratio is meaningless: some kernels count processor time in steps of 4 ms. A quadratic expression takes
 * more than a second for the long text. In milliseconds.
 */
const NOISE_MS = 100;
const RUNS = 3;
/** The number of short texts that take about as long as one long text. */
const SHORT_RUNS = 4;

type Worst = (length: number) => string;

/** `length` characters of repeated `text`, and an end at which the match fails. */
const run =
  (text: string, end = "\n\0"): Worst =>
  (length) =>
    text.repeat(Math.ceil(length / text.length)).slice(0, length) + end;

/** Why visitors' text cannot reach an expression. */
const CONFIGURATION = "the configuration, read once";
const DATABASE = "codes and messages of the database";
const BROWSER = "runs in the browser, over the configuration";

/** The expressions by file. An expression that a file contains twice is listed once. */
const EXPRESSIONS: Record<string, Record<string, Worst[] | string>> = {
  "document.tsx": { "/(?<=.)\\/$/": [run("/"), run("/a")] },
  "routes/api/page-failure.ts": { "/^[A-Za-z]{1,40}$/": [run("a")] },
  "routes/welcome.tsx": { "/[?#]/": [run("?"), run("#a")] },
  "routes/verify-request.tsx": {
    "/\\b[b-df-hj-np-tv-xz]{4}[^a-z\\d]{0,3}[b-df-hj-np-tv-xz]{4}\\b/i": "runs in the browser",
  },
  "../packages/start-kit/src/trusted-proxies.ts": {
    "/^\\d{1,2}$/": CONFIGURATION,
    "/^\\[([^\\]]*)\\](?::\\d+)?$/": [run("["), run("[]:1"), (length) => `[]:${run("1")(length)}`],
    "/^([\\d.]+):\\d+$/": [run("1"), run("1:"), run(".")],
    "/%.*$/s": [run("%"), run("%a")],
  },
  "server/env.ts": { "/\\p{Cc}/u": CONFIGURATION },
  "server/database/contains.ts": { "/[%\\\\]/g": [run("%"), run("\\")] },
  "server/variables.ts": {
    "/^[1-9]\\d{0,3}$/": CONFIGURATION,
    "/^\\d{1,9}$/": CONFIGURATION,
    "/^\\w(?:[\\w.-]*\\w)?$/": CONFIGURATION,
  },
  "server/email-settings.ts": {
    '/[@<>"\\\\]/': CONFIGURATION,
    "/[\\p{Cc}\\p{Cs}]/u": CONFIGURATION,
    "/[^\\w.-]/g": CONFIGURATION,
    "/\\\\(.)/gs": CONFIGURATION,
    "/\\p{Cc}/u": CONFIGURATION,
    "/^(?:[\\w.-]+|\\[[\\da-f:.]+\\])$/i": CONFIGURATION,
    '/^(?:[^"\\\\]|\\\\.)*$/s': CONFIGURATION,
    "/^(?:true|false)$/": CONFIGURATION,
    "/^TLSv1\\.[23]$/": CONFIGURATION,
    "/@[\\w-]+$/": CONFIGURATION,
    "/^[!-~]+$/": CONFIGURATION,
    "/^[1-9]\\d{0,8}$/": CONFIGURATION,
    "/^[\\w+:!@-]+$/": CONFIGURATION,
    "/^[\\w.:-]+$/": CONFIGURATION,
    "/^smtps?:$/": CONFIGURATION,
  },
  "../packages/solid-authjs/src/environment.ts": {
    "/^(?:localhost|127(?:\\.\\d{1,3}){3}|\\[::1\\])$/i": CONFIGURATION,
    "/^(?:<.*>|\\[.*\\]|\\$?\\{.*\\}|\\$?\\(.*\\)|`.*`)$/": CONFIGURATION,
    RegExp: CONFIGURATION,
    "/^https?:$/": CONFIGURATION,
    "/^\\/+|(?<!\\/)\\/+$/g": CONFIGURATION,
    "/(?<!\\/)\\/+$/": CONFIGURATION,
    "/\\/\\/[^/]*@/": CONFIGURATION,
    "/\\p{C}/gu": CONFIGURATION,
    "/\\p{Cc}/u": CONFIGURATION,
    "/^AUTH_\\w+_(?:ID|SECRET|URL|ISSUER)$/": CONFIGURATION,
    "/_(?:URL|ISSUER)$/": CONFIGURATION,
  },
  "server/middleware/own-host.ts": {
    "/\\.(?:[a-z]+|xn--[a-z\\d-]+)\\.?$/i": [run("."), run(".a"), run("a"), run(".xn--"), run("-")],
    "/:\\d+$/": [run(":"), run("1"), run(":1")],
  },
  "../packages/solid-authjs/src/core/logger.ts": {
    "/^[\\w-]+$/": CONFIGURATION,
    "/^OAuth Provider returned an error: ([\\w.-]+)/": [run("OAuth Provider returned an error: "), run("a")],
  },
  "../packages/database-engines/src/sqlite/statements.ts": { "/(?:Z|[+-]\\d\\d:?\\d\\d)$/": DATABASE },
  "server/http/escape-html.ts": { "/[&<>\"']/g": [run("&"), run("&lt;")] },
  "server/http/page-with-result.ts": {
    "/&args=.*/s": [run("&args"), run("a")],
    "/;\\s*max-age=0|;\\s*expires=Thu, 01 Jan 1970/i": [run("; "), run(";expires="), run(" ")],
    "/^(?:content-|transfer-encoding$|expect$|range$|if-|origin$|x-server-|x-single-flight$)/": [
      run("range"),
      run("a"),
    ],
  },
  "server/http/referer.ts": { "/^\\/(?:api\\/|_server)/": [run("/api"), run("/")] },
  "server/http/request-id.ts": { "/^[\\w-]{1,64}$/": [run("a"), run("-")] },
  "server/auth/redirect-signed-out.ts": { "/[?#].*$/s": [run("?"), run("?#"), run("#a")] },
  "server/http/path-spellings.ts": {
    "/(?:%[0-9a-f]{2})+/gi": [run("%25"), run("%2"), run("%")],
    "/[/\\\\]+/": [run("/"), run("/a"), run("\\/")],
    "/[;?#\\0].*$/s": [run(";"), run("?#")],
  },
  "../packages/start-kit/src/same-origin.ts": { "/^bearer /i": [run("bearer"), run("bearer ")] },
  "../packages/start-kit/src/api-methods.ts": {
    "/\\([^)/]+\\)/g": "the paths of the routes",
    "/^[:*]/": "the paths of the routes",
  },
  "server/http/policy-sources.ts": {
    "/^(?:'self'|https:|data:|blob:|(?:https?|wss?):\\/\\/(?:\\*\\.)?[\\w-]+(?:\\.[\\w-]+)*(?::(?:\\d+|\\*))?(?:\\/[^\\s;,]*)?)$/":
      CONFIGURATION,
    "/-elem$/": "runs in development",
    "/^[a-z-]+$/": "runs in development",
    "/^(?:https?|wss?):$/": "runs in development",
  },
  "server/log/index.ts": {
    "/\\s+/g": [run(" "), run(" a")],
    "/\\s\\S*$/": [run(" "), run(" a"), run("a "), run("a", " ")],
  },
  "../packages/solid-authjs/src/visitor-errors.ts": {
    "/^ERR_J(OSE|WE|WT)_/": [run("ERR_JWE")],
    "/[\\p{C}\\p{Z}]+/gu": [run(" "), run("a ")],
    "/(?:\\. )?Read more at https:\\/\\/errors\\.authjs\\.dev\\S*$/": [
      run(". "),
      run("Read more at https://errors.authjs.dev"),
      run(". Read more at https://errors.authjs.dev#a"),
    ],
  },
  "../packages/solid-authjs/src/redact.ts": {
    '/(?<![^\\s"(),:;<>[\\\\\\]?&@/])(?:"[^"\\n]{1,64}"|[^\\s"(),:;<>[\\\\\\]?&@/]+)@(?:\\[[\\w.:]+\\]|[\\p{L}\\p{M}\\p{N}.-]+)/gu':
      [
        run("a"),
        run("a%40"),
        run("a%40a"),
        run("a%40["),
        run("%40"),
        run("a "),
        run("a@"),
        run("a@a"),
        run("a@["),
        run("a@[1"),
        (length) => `a@[${run("1")(length)}`,
        run("@"),
        run('"'),
        run('"a'),
        run(`"${"a".repeat(63)}`),
        run('"a"@'),
      ],
    "/(?<![\\w-])(?!\\d{14}_[a-z\\d_]+(?![\\w-]))[\\w-]{32,}/g": [
      run("a"),
      run(`${"a".repeat(31)} `),
      run("-"),
      (length) => `${"1".repeat(14)}_${run("a")(length)}-`,
      run(`${"1".repeat(14)}_a`),
    ],
    "/[\\w+/-]{32,}={0,2}/g": [run("a"), run(`${"a/".repeat(15)}a `), run("/"), run(`${"a".repeat(32)}=`)],
    "/[\\w+-]{8,}={0,2}/g": [run("a"), run("aaaaaaa "), run("aaaaaaaa="), run("+")],
    "/[a-z](?![a-z])|[A-Z](?![A-Z])|\\d(?!\\d)|[^a-zA-Z\\d](?=[a-zA-Z\\d])/g": [run("a"), run("aA1+"), run("+")],
    "/[A-Z]/g": [run("A"), run("a")],
    "/[\\p{C}\\ufffd]/u": [run("a", ""), run("\ufffd")],
    "/[%&\\\\=]|[^\\p{ASCII}]/u": [run("a")],
    "/=\\r?\\n/g": [run("="), run("=\r"), run("=\n")],
    "/\\S+/g": [run("a"), run("a ")],
    "/[\\r\\n]+/g": [run("\r\n"), run("\na")],
    "/\\p{C}/gu": [run("\0"), run("a")],
    "/[^\\p{ASCII}\\p{M}]+/gu": [run("é"), run("éa"), run("\u0301\u0316")],
    "/\\\\+/g": [run("\\"), run("\\a")],
    "/%(?:25)+/g": [run("%25"), run("25"), (length) => `%${run("25")(length)}`, run("%2")],
    "/(?:%[\\da-f]{2})+/gi": [run("%25"), run("%2"), run("%")],
    "/[%\\\\]u([\\da-f]{4})|\\\\u\\{([\\da-f]+)\\}|\\\\x([\\da-f]{2})|&#x([\\da-f]+);?/gi": [
      run("\\"),
      run("\\u{"),
      run("\\u{1"),
      run("\\u004"),
      run("%u0040"),
      run("&#x"),
      (length) => `\\u{${run("a")(length)}`,
      (length) => `&#x${run("a")(length)}`,
    ],
    "/&#(\\d+);?/g": [run("&#"), run("&#1"), (length) => `&#${run("1")(length)}`],
    "/&(amp|commat|percnt|period);?/gi": [run("&"), run("&am"), run("&amp;")],
    "/=40(?=[\\p{L}\\p{N}.-]*\\.\\p{L}{2})/gu": [run("=40"), run("=40a."), (length) => `=40${run("a.")(length)}`],
    "/SECRET|PASSWORD/": CONFIGURATION,
  },
  "server/auth/providers/github.ts": { "/\\/+$/": CONFIGURATION },
  "../packages/start-kit/src/server-calls.ts": {
    "/^;0x([0-9a-f]{8});$/": [run(";0x0000001f"), run("0")],
    "/^seroval-plugins\\/web\\/(FormData|FormDataFactory|URL|URLSearchParams)$/": [
      run("seroval-plugins/web/"),
      run("FormData"),
    ],
    "/^(application\\/x-www-form-urlencoded|multipart\\/form-data)\\b/": [run("multipart/form-data"), run("m")],
  },
  "server/mail/smtp.ts": {
    "/^\\[|\\]$/g": CONFIGURATION,
    "/^\\d+$/": CONFIGURATION,
  },
  "../packages/solid-authjs/src/features/passkey/client.ts": { "/^[\\d.]+$/": BROWSER },
  "../packages/solid-authjs/src/client/requests.ts": { "/\\/+$/": BROWSER },
  "../packages/solid-authjs/src/cookies.ts": {
    "/^(\\.\\d)?$/": [run("1"), (length) => `.${run("1")(length)}`],
    "/^[!-:<>-~]+$/": [run("a"), run("!")],
  },
  "../packages/solid-authjs/src/features/passkey/webauthn.ts": { "/^[\\w-]{1,32}$/": [run("a"), run("a-")] },
  "../packages/solid-authjs/src/features/provider-tokens/seal.ts": {
    "/\\\\u(?:0000|d[89a-f])/": [run("\\"), run("\\u"), run("\\u000")],
  },
  "../packages/solid-authjs/src/profile.ts": {
    "/[[\\p{L}\\p{N}\\p{P}\\p{S}]--[\\p{Default_Ignorable_Code_Point}\\u2800]]/v": [run(" "), run("\u200b")],
    "/[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}[\\p{Cf}--[\\u200c\\u200d]]]+/gv": [run("\t"), run("\ta"), run("\ud800")],
    "/[\\p{Cc}\\p{Cs}]/u": [run("a")],
    "/\\r\\n|[\\r\\n\\u2028\\u2029]/": [run("\r"), run("\r\n")],
  },
  "../packages/solid-authjs/src/mail-refusals.ts": {
    "/^45[01](?!\\d)/": [run("1"), (length) => `550 5.1.1${run("1")(length)}`],
    "/^(?:55[0136][ -]5\\.1\\.(?:[12346]|10)(?![.\\d])|55\\d[ -]5\\.6\\.7(?![.\\d])|(?:50[014]|555)(?![ -]5\\.(?:1\\.[078]|7\\.)))/":
      [run("1"), (length) => `550 5.1.1${run("1")(length)}`],
    "/^(?:421|454|530|535)|^\\d{3}[ -][45]\\.(?:1\\.[078]|5\\.|7\\.)|\\brelay/i": [
      run("1"),
      run("rela "),
      run("relax"),
    ],
    "/^55[013][ -](?!\\d\\.\\d)/": [run("1"), run("550 ")],
    "/\\b(?:invalid|unknown|no such|bad|malformed) (?:recipient|user|mailbox|address)|\\b(?:recipient|user|mailbox|address) (?:is )?(?:invalid|unknown|not found|does not exist|doesn't exist)/i":
      [run("no such "), run("user is "), run("bad")],
    "/relay|sender|from|sign|auth|spam|block|polic/i": [run("rela"), run("s")],
    "/<[^<>]*>|[^\\s<>@]{1,64}@[^\\s<>@]+/g": [run("<"), run("a"), run("@"), run("<a")],
  },
  "../packages/solid-authjs/src/email.ts": {
    "/\\.\\d+$/": "at most 254 characters",
    "/^[\\s\\p{Bidi_Control}]+|[\\s\\p{Bidi_Control}]+$/gu": "at most 508 characters",
    '/^[^\\s\\p{C}@"(),:;<>[\\\\\\]]+@[^\\s\\p{C}@"\'(),:;<>[\\\\\\]_.]+(?:\\.[^\\s\\p{C}@"\'(),:;<>[\\\\\\]_.]+)+$/u':
      [
        run("a"),
        (length) => `a@${run("a")(length)}`,
        (length) => `a@${run("a.")(length)}`,
        (length) => `a@${run(".")(length)}`,
      ],
    "/@.*[/?#\\\\%@:]/s": [run("@"), run("@a"), (length) => `@${run("a")(length)}`, run("a", "@")],
    "/@(.*)$/s": [run("@"), run("@a")],
    "/[A-Z]/g": [run("A"), run("a")],
  },
  "../packages/solid-authjs/src/features/email/code.ts": {
    "/[^A-Z]/g": [run("-"), run("a")],
    "/(?<![\\p{L}\\p{N}])[B-DF-HJ-NP-TV-XZ]{4}[^\\p{L}\\p{N}]{0,3}[B-DF-HJ-NP-TV-XZ]{4}(?![\\p{L}\\p{N}])/gu": [
      run("B"),
      run("BBBB-"),
      run("BBBB---BBBB"),
    ],
  },
  "../packages/solid-authjs/src/request.ts": {
    "/[,/\\\\@?#]/": [run("a"), run(",")],
  },
  "../packages/solid-authjs/src/resolve.ts": {
    "/(?<!\\/)\\/+$/": CONFIGURATION,
    "/^https?:$/": CONFIGURATION,
    "/^\\/+|\\/+$/g": CONFIGURATION,
    "/^(\\/[\\w.~-]+)+$/": CONFIGURATION,
  },
  "../packages/solid-authjs/src/flows/session-renewal.ts": { "/=[^;]*/": [run("="), run("=;")] },
  "../packages/database-engines/src/postgresql/engine.ts": { "/^E(AI_)?[A-Z]+$/": DATABASE },
  "../packages/database-engines/src/problems.ts": {
    "/^E(AI_)?[A-Z]+$/": DATABASE,
    "/^(ERR_(TLS|SSL|OSSL)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/": DATABASE,
    "/^(P1001|P1002|P1008|P1017|P2024|P2037)$/": DATABASE,
    "/^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/": DATABASE,
  },
  "../packages/database-engines/src/postgresql/about.ts": {
    "/^postgres(ql)?:\\/\\/([^@/?#:[]*:(?!\\d+\\/[^@?#]*\\?\\w+=)[^@/?#]*[/?#].*@|[^@]*%(?![\\da-f]{2}))/i":
      CONFIGURATION,
    "/^postgres(ql)?:$/": CONFIGURATION,
    "/^(57P0\\d|57014|08\\w{3}|25006|25P0[2-4]|53\\w{3}|55P03|58030)$/": DATABASE,
  },
  "../packages/database-engines/src/postgresql/service.ts": {
    "/unsupported startup parameter|doesn't support command-line options/i": DATABASE,
  },
  "../packages/database-engines/src/postgresql/url.ts": { "/[\\\\\\s]/g": CONFIGURATION },
  "../packages/database-engines/src/sqlite/url.ts": { "/^file:[^:~?][^?]*$/": CONFIGURATION },
  "../packages/database-engines/src/sqlite/about.ts": {
    "/^file:(:|~|$)/": CONFIGURATION,
    "/^file:.*\\?/s": CONFIGURATION,
    "/^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY)\\w*$/": DATABASE,
  },
  "server/middleware/errors.ts": { "/[?&]error=/": [run("?error"), run("&")] },
  "lib/failures.ts": { RegExp: "development alone has it", "/^(Refusal|Answer):(\\d+)$/": [run("1"), run("Answer:")] },
  "lib/forms.ts": { "/password|one-time-code|\\bcc-/i": [run("password"), run("cc-")] },
  "server/forms.ts": { "/^\\d{1,3}$/": [run("1"), run("0a")] },
  "lib/url.ts": { "/^\\/+/": [run("/"), run("a/")] },
};

/** @returns the regular expressions in a source text, as written; `RegExp` for one that is built from a string */
function expressionsIn(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  expect(errors, file).toEqual([]);
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, regex, raw, callee } = node as {
      type?: string;
      regex?: object;
      raw?: string;
      callee?: { name?: string };
    };
    if (regex && raw) found.add(raw);
    if (type !== "ImportDeclaration" && callee?.name === "RegExp") found.add("RegExp");
    Object.values(node).forEach(visit);
  };
  visit(program);
  return [...found];
}

function expressionsOfProject(): Record<string, string[]> {
  const files = [source, LAYER, ENGINES]
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/generated|database-engines\/src\/tools/.test(relative(source, file)))
    .concat(IN_START_KIT.map((file) => join(source, file)));
  const entries = files.map((file) => [
    relative(source, file).split(sep).join("/"),
    expressionsIn(file, readFileSync(file, "utf8")),
  ]);
  return Object.fromEntries(entries.filter(([, expressions]) => expressions?.length));
}

/** @returns the processor time that an action takes, in milliseconds, without the time of other processes */
function timeOf(action: () => void): number {
  const begun = process.threadCpuUsage();
  action();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

/**
 * @returns whether four times the length takes about four times as long. A busy machine only makes a run slower, so the
 * fastest ones count
 */
function isLinear(action: (length: number) => () => void, [short, long] = [SHORT, LONG]): boolean {
  const [runShort, runLong] = [action(short), action(long)];
  let [shortMs, longMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < RUNS; run++) {
    const shortRunsMs = timeOf(() => {
      for (let each = 0; each < SHORT_RUNS; each++) runShort();
    });
    shortMs = Math.min(shortMs, shortRunsMs / SHORT_RUNS);
    longMs = Math.min(longMs, timeOf(runLong));
  }
  return longMs < NOISE_MS || longMs < MAX_RATIO * shortMs;
}

/** Searches at every position in the text where a match can begin. */
function searching(raw: string, worst: Worst): (length: number) => () => void {
  const end = raw.lastIndexOf("/");
  const expression = new RegExp(raw.slice(1, end), `${raw.slice(end + 1).replace("g", "")}g`);
  return (length) => {
    const text = worst(length);
    return () => text.replace(expression, "");
  };
}

it("each regular expression in src is named here, and no other", () => {
  const sorted = (table: Record<string, string[]>) =>
    Object.entries(table).flatMap(([file, expressions]) => expressions.map((each) => `${file} ${each}`));
  const named = Object.fromEntries(Object.entries(EXPRESSIONS).map(([file, table]) => [file, Object.keys(table)]));
  expect(sorted(expressionsOfProject()).sort()).toEqual(sorted(named).sort());
});

it("expressions are found in any notation, and quadratic ones are recognised", () => {
  const text =
    'const a = <p title="/x/">{b.replace(/\\/y/g, "/z/") / 2 / 1}</p>; // /no/\nnew RegExp("x"); RegExp(`x`);';
  expect(expressionsIn("a.tsx", text)).toEqual(["/\\/y/g", "RegExp"]);
  expect(isLinear(searching("/a+$/", run("a")), [8 * 1024, 32 * 1024])).toBe(false);
  expect(isLinear(searching("/a+/", run("a")))).toBe(true);
});

describe("time grows with the length of a text, not with its square", () => {
  const visited = Object.entries(EXPRESSIONS).flatMap(([file, table]) =>
    Object.entries(table).flatMap(([raw, worst]) => (typeof worst === "string" ? [] : [{ file, raw, worst }])),
  );

  it.each(visited)("$file: $raw", ({ raw, worst }) => {
    // The parts of an expression are also the beginnings of its matches.
    const own = [...new Set(`${raw}a0 %\n`)].map((character) => run(character));
    const slow = [...worst, ...own].filter((each) => !isLinear(searching(raw, each)));
    expect(slow.map((each) => each(20))).toEqual([]);
  });

  it.each([
    ["of nothing but slashes", run("/", "")],
    ["of nothing but dot segments", run("/..", "")],
    ["encoded once", run("%2f", "")],
    ["encoded again and again", (length: number) => `/%${run("25", "")(length)}`],
    ["whose parts are encoded again and again", run("/%2525252525252f", "")],
  ])("the guard, with a path %s", (_, worst) => {
    const guard = (length: number) => {
      const path = worst(length);
      return () => isProtected(path);
    };
    // A request's headers have at most 16 KB.
    expect(isLinear(guard, [4 * 1024, 16 * 1024])).toBe(true);
  });

  it.each([
    ["plain words", "aaaaaaa "],
    ["one long word", "a"],
    ["percent signs", "% "],
    ["bytes that are encoded", "%FF "],
    ["percent signs that are encoded again and again", "%2525"],
    ["backslashes", "\\"],
    ["escapes of JavaScript", "\\u{"],
    ["entities", "&amp; "],
    ["entities in entities", "&amp;amp;"],
    ["quoted-printable", "a=40a.bb "],
    ["addresses", "a@a "],
    ["addresses that are encoded", "a%40a"],
    ["at signs", "a@"],
    ["quotes", '"a'],
    ["base64", "YUBiLmNj "],
    ["base64 in one word", "YUBiLmNj+"],
    ["almost a token", `${"aA1+".repeat(7)}aaa `],
    ["combining marks in the wrong order", "\u0301\u0316"],
    ["combining marks that are encoded", "%CC%81%CC%96"],
    ["letters that stand for many", "\ufdfa "],
  ])("the redaction of a log entry, with %s", (_, part) => {
    expect(
      isLinear((length) => {
        const entry = run(part, "")(length);
        return () => redact(entry);
      }),
    ).toBe(true);
  });

  it.each(["\u0301\u0316", "a", "@", "a.", " "])("an email address that consists of %j only", (part) => {
    expect(
      isLinear((length) => {
        const typed = run(part, "")(length);
        return () => emailOrNull(typed);
      }),
    ).toBe(true);
  });
});
