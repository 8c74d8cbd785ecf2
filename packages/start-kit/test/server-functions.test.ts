// Denied by default: which server functions the build refuses.

import { expect, test } from "vitest";
import { serverFunctionProblems } from "../src/server-functions.ts";

const messages = (code: string) => serverFunctionProblems(code).map(({ message }) => message);
const IMPORT = `import { anyone, runAction, runQuery, user } from "~/server/functions";\n`;

test("a server function without a wrapper is refused, with its line number", () => {
  const code = `import { query } from "@solidjs/router";\n\nexport const all = query(async () => {\n  "use server";\n  return database.user.findMany();\n}, "all");\n`;
  expect(messages(code)).toEqual([
    expect.stringContaining("Line 3: this server function does not say who may call it"),
  ]);
});

test.each([
  [
    "work before the wrapper",
    `const f = async () => { "use server"; await log(); return runQuery("f", anyone, () => 1); };`,
  ],
  ["a wrapper that is not returned", `async function f() { "use server"; runAction("f", user("/"), () => 1); }`],
  ["a wrapper within another call", `const f = () => { "use server"; return wrap(runQuery("f", anyone, () => 1)); };`],
  ["an empty body", `const f = { async g() { "use server"; } };`],
  [
    "work in a default value",
    `const f = async (a = read()) => { "use server"; return runQuery("f", anyone, () => a); };`,
  ],
  ["work in an argument", `const f = async () => { "use server"; return runQuery("f", anyone, await read()); };`],
  [
    "work for the access",
    `const f = async () => { "use server"; return runQuery("f", user(await read()), () => 1); };`,
  ],
  ["an access that is not called", `const f = () => { "use server"; return runQuery("f", user, ({ id }) => id); };`],
  ["no access", `const f = () => { "use server"; return runQuery("f", () => 1); };`],
  ["an action without its form", `const f = (form) => { "use server"; return runAction("f", user("/"), () => 1); };`],
  ["another directive first", `const f = () => { "use strict"; "use server"; return read(); };`],
])("%s is refused", (_, code) => {
  expect(messages(IMPORT + code)).toHaveLength(1);
});

test("a whole file is refused", () => {
  expect(messages(`"use server";\n${IMPORT}export const f = () => runQuery("f", anyone, () => 1);`)).toHaveLength(1);
});

test("a function of the file's own that is called like a wrapper is refused", () => {
  const code = `const runQuery = (_, __, body) => body();\nconst f = () => { "use server"; return runQuery("f", anyone, () => 1); };`;
  expect(messages(code)).toHaveLength(1);
});

test("JSX and types in the same file as a server function are allowed", () => {
  const code = `${IMPORT}const f = async <T,>(a: T) => { "use server"; return runQuery("f", anyone, () => 1); };\nconst C = () => <p>{"use server"}</p>;`;
  expect(messages(code)).toEqual([]);
});
