// No visitor can stall the server with a text for which a regular expression takes quadratic time. Each expression that
// the server runs gets long texts that are made of its own parts.

import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, it, vi } from "vitest";

vi.stubEnv("AUTH_SECRET", "kR7vYt2qWm9ZpL4xNc8sGd3hJf6bVa1e");
const { isProtected } = await import("~/server/http/protected-paths");
const { redact } = await import("../../../packages/solid-authjs/src/redact");
const { emailOrNull } = await import("../../../packages/solid-authjs/src/email");

/** Generated code, commands, and the parts of start-kit that work on the project's own code in a build. */
const OTHERS =
  /\/(generated|tools|doctor)\/|start-kit\/src\/(?!api-|body-|ign|preserve|log-|same|server-calls|trust|val|with)/;

/** Expressions that visitors' long texts do not reach: what they read instead. */
const UNREACHABLE: Record<string, string> = {
  "start-kit/src/api-methods.ts: /\\([^)/]+\\)/g": "the paths of the routes",
  "solid-authjs/src/email.ts: /^[\\s\\p{Bidi_Control}]+|[\\s\\p{Bidi_Control}]+$/gu": "at most 508 characters",
  "solid-authjs/src/resolve.ts: /^\\/+|\\/+$/g": "the configuration",
  "solid-authjs/src/environment.ts: RegExp": "the configuration",
  "solid-authjs/src/client/requests.ts: /\\/+$/": "the configuration, in the browser",
  "src/server/auth/providers/github.ts: /\\/+$/": "the configuration",
  "src/lib/failures.ts: RegExp": "the project's own messages, in development",
};

/** With four times the text, linear time is four times as long, and quadratic time sixteen times. */
const [MAX_LENGTH, MAX_RATIO] = [64 * 1024, 9];
/** Some kernels count processor time in steps of 4 ms. A quarter of the longest text takes quadratic time of 60 ms. */
const NOISE_MS = 20;
const RUNS = 3;

/** @returns the processor time that an action takes, in milliseconds, without the time of other processes */
function timeOf(action: () => void): number {
  const begun = process.threadCpuUsage();
  action();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

/** A busy machine only makes a run slower, so the fastest ones count. */
function isLinear(act: (text: string) => void, textOf: (length: number) => string, length = MAX_LENGTH): boolean {
  const short = textOf(length / 4);
  if (timeOf(() => act(short)) < NOISE_MS) return true;
  const fastest = (text: string) => Math.min(...Array.from({ length: RUNS }, () => timeOf(() => act(text))));
  return fastest(textOf(length)) < MAX_RATIO * fastest(short) + NOISE_MS;
}

/** `length` characters of repeated `text`, behind a beginning, and with an end at which a match fails. */
const run =
  (text: string, begin = "", end = "\n\0") =>
  (length: number) =>
    begin + text.repeat(Math.ceil(length / text.length)).slice(0, length) + end;

/** @returns the regular expressions in a source text, as written; `RegExp` for one that is built from a string */
function expressionsIn(file: string, text: string): string[] {
  const found: string[] = [];
  const { program } = parseSync(file, text);
  JSON.stringify(program, (_, node) => {
    if (node?.regex) found.push(node.raw);
    if (node?.callee?.name === "RegExp") found.push("RegExp");
    return typeof node === "bigint" ? String(node) : node;
  });
  return found;
}

/** The words and the characters of an expression, and letters that its classes may have. */
function partsOf(raw: string): string[] {
  const words = raw.match(/[\w%:/ -]{2,}/g) ?? [];
  return [...new Set([...words, ...raw.replace(/\\[dDwWsSbBpPu]/g, ""), ..."a0A %\n\u00e9\u0301", "%25", "a@", "a."])];
}

/** @returns the beginning of a text for which an expression takes quadratic time, if there is one */
function slowText(raw: string): string | undefined {
  const end = raw.lastIndexOf("/");
  const expression = new RegExp(raw.slice(1, end), `${raw.slice(end + 1).replace("g", "")}g`);
  const parts = partsOf(raw);
  const texts = parts.flatMap((one) => [run(one), ...parts.flatMap((two) => [run(one + two), run(two, one)])]);
  return texts.find((each) => !isLinear((text) => text.replace(expression, ""), each))?.(20);
}

const files = globSync("{src,packages/{solid-authjs,database-engines,start-kit}/src}/**/*.{ts,tsx}").filter(
  (file) => !OTHERS.test(file.replaceAll("\\", "/")),
);
const expressions = files.flatMap((file) =>
  expressionsIn(file, readFileSync(file, "utf8")).map(
    (raw) => `${file.replaceAll("\\", "/").replace(/^packages./, "")}: ${raw}`,
  ),
);

it.each([...new Set(expressions)].filter((each) => !(each in UNREACHABLE)))(
  "a long text takes linear time: %s",
  (each) => {
    expect(slowText(each.replace(/^.*?: /, ""))).toBeUndefined();
  },
);

/** What several expressions make of one text, for texts of so many bytes. */
const FUNCTIONS: [name: string, act: (text: string) => void, length: number, texts: ReturnType<typeof run>[]][] = [
  // A request's headers have at most 16 KB.
  ["the guard", isProtected, 16 * 1024, ["/", "/..", "%2f", "/%2525252525252f"].map((text) => run(text, "", ""))],
  ["the guard, for one slash", isProtected, 16 * 1024, [run("25", "/%", "")]],
  ["an email address", emailOrNull, MAX_LENGTH, ["\u0301\u0316", "a", "@", "a.", " "].map((text) => run(text, "", ""))],
  [
    "the redaction of a log entry",
    redact,
    MAX_LENGTH,
    [
      ...["aaaaaaa ", "a", "% ", "%FF ", "%2525", "\\", "\\u{", "&amp; ", "&amp;amp;"],
      ...["a=40a.bb ", "a@a ", "a%40a", "a@"],
      ...['"a', "YUBiLmNj ", "YUBiLmNj+", `${"aA1+".repeat(7)}aaa `, "\u0301\u0316", "%CC%81%CC%96", "\ufdfa "],
    ].map((text) => run(text, "", "")),
  ],
];

it.each(FUNCTIONS)("a long text takes linear time: %s", (_, act, length, texts) => {
  for (const text of texts) expect(isLinear(act, text, length), text(20)).toBe(true);
});
