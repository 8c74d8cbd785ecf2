// Denied by default: which server functions the build refuses, and the names of those that it takes.

import { posix } from "node:path";
import { expect, test } from "vitest";
import { readServerFunctions } from "../src/server-functions.ts";

const ROOT = "/project";
const MODULES = ["src/server/functions/index.ts", "src/server/functions/run.ts"];
const FILES = MODULES.map((path) => `${ROOT}/${path}`);

/** Resolves imports as Vite does in a project with these modules. */
async function find(source: string): Promise<string | undefined> {
  const path = source.startsWith("~/") ? posix.join("src", source.slice(2)) : posix.join("src/account", source);
  const module = [`${path}.ts`, `${path}/index.ts`].find((each) => MODULES.includes(each));
  return module && `${ROOT}/${module}`;
}

const messages = async (code: string) =>
  (await readServerFunctions(code, FILES, find)).problems.map(({ message }) => message);
const IMPORT = `import { anyone, runAction, runQuery, user } from "~/server/functions";\n`;

test("a server function without a wrapper is refused, with its line number", async () => {
  const code = `import { query } from "@solidjs/router";\n\nexport const all = query(async () => {\n  "use server";\n  return database.user.findMany();\n}, "all");\n`;
  expect(await messages(code)).toEqual([expect.stringMatching(/^Line 3: this server function does not say/)]);
});

/** A function with this body, unless the text is a whole one. */
const withBody = (text: string) =>
  text.includes("use server") ? text : `const f = async (a) => { "use server"; ${text} };`;

test.each([
  ["work before the wrapper", "await log(); return runQuery(anyone, () => 1);"],
  ["a wrapper that is not returned", 'runAction(user("/"), () => 1);'],
  ["a wrapper within another call", "return wrap(runQuery(anyone, () => 1));"],
  ["an empty body", `const f = { async g() { "use server"; } };`],
  ["work in a default value", `const f = async (a = read()) => { "use server"; return runQuery(anyone, () => a); };`],
  [
    "work within a default value",
    `const f = async (a = { b: read() }) => { "use server"; return runQuery(anyone, () => a); };`,
  ],
  ["work in an argument", "return runQuery(anyone, await read());"],
  ["work for the access", "return runQuery(user(await read()), () => 1);"],
  [
    "a query's wrapper in an action",
    `const f = action((a) => { "use server"; return runQuery(anyone, () => 1); }, "f");`,
  ],
  ["no access", "return runQuery(() => 1);"],
  ["an action without its form", 'return runAction(user("/"), () => 1);'],
  ["a name of the function's own", 'return runQuery(anyone, () => 1, "f");'],
  ["one argument more", "return runQuery(read(), anyone, () => 1);"],
  ["a page that is computed", "return runQuery(user(read(a)), () => 1);"],
  ["a page with a side effect", `return runQuery(user(\`/\${read()}\`), () => 1);`],
  ["a form that is computed", "return runAction(read(a), anyone, () => 1);"],
  ["an assignment", "return runAction((a = read), anyone, () => 1);"],
  ["an access that is computed", 'return runQuery(read().user("/"), () => 1);'],
  ["an access made by a call", 'return runQuery(read()("/"), () => 1);'],
  ["a choice of access", 'return runQuery(a ? anyone : user("/"), () => 1);'],
  ["spread arguments", "return runQuery(...a, anyone, () => 1);"],
  ["a computed key", `const f = ({ [read()]: a }) => { "use server"; return runQuery(anyone, () => a); };`],
  ["a body that is not a function", "return runQuery(anyone, read(a));"],
  [
    "a parameter called like a wrapper",
    `const f = (runQuery) => () => { "use server"; return runQuery(anyone, () => 1); };`,
  ],
  ["a function that replaces the access", "return runQuery(anyone, () => 1); function anyone() {}"],
  ["another directive first", `const f = () => { "use strict"; "use server"; return read(); };`],
])("%s is refused", async (_, text) => {
  expect(await messages(IMPORT + withBody(text))).toEqual([expect.stringContaining("does not say who may call it")]);
});

test.each([
  ["its key", `const f = query(async () => { "use server"; return runQuery(anyone, () => 1); }, "all");`, "all"],
  ["an action's", `const f = action((a) => { "use server"; return runAction(a, anyone, () => 1); }, "save");`, "save"],
  ["its variable", `const f = query(async () => { "use server"; return runQuery(anyone, () => 1); });`, "f"],
  ["a variable without a query", `const f = async () => { "use server"; return runQuery(anyone, () => 1); };`, "f"],
  ["its own", `async function f() { "use server"; return runQuery(anyone, () => 1); }`, "f"],
])("the name that a wrapper gets is %s", async (_, code, name) => {
  const { problems, named } = await readServerFunctions(IMPORT + code, FILES, find);
  expect([problems, named.toString()]).toEqual([
    [],
    IMPORT + code.replace("() => 1)", `() => 1, ${JSON.stringify(name)})`),
  ]);
});

const OTHERS = ["./server/functions", "../other/server/functions", "~/other/server/functions", "server/functions"];

test.each([
  `"use server";\n${IMPORT}export const f = () => runQuery(anyone, () => 1);`,
  ...["const runQuery = (_, __, body) => body();"]
    .concat(OTHERS.map((source) => `import { anyone, runQuery } from "${source}";`))
    .map((first) => `${first}\n${withBody("return runQuery(anyone, () => 1);")}`),
])(
  "a file of server functions, and a function of another module that is called like a wrapper, is refused: %s",
  async (code) => {
    expect(await messages(code)).toHaveLength(1);
  },
);

test.each([
  [
    "a component",
    `function Page({ id }) { const f = async () => { "use server"; return runQuery(anyone, () => id); }; }`,
  ],
  ["a maker", `const make = (id) => action(async (a) => { "use server"; return runAction(a, anyone, () => id); });`],
])("a server function inside of %s is refused: it would be without that one's variables", async (_, code) => {
  expect(await messages(IMPORT + code)).toEqual([expect.stringContaining("Line 2: this server function is inside of")]);
});

const RETURN = "return runQuery(anyone, () => 1);";

test.each([
  ["a wrapper that takes its body by name", IMPORT + withBody("return runQuery(anyone, readNotes);")],
  [
    "JSX and types",
    `${IMPORT}const f = async <T,>(a: T) => { "use server"; ${RETURN} };\nconst C = () => <p>{"use server"}</p>;`,
  ],
  [
    "a default value that runs nothing",
    `${IMPORT}const f = async (page = 1, sort = "name", all?: boolean) => { "use server"; ${RETURN} };`,
  ],
  ...["~/server/functions", "../server/functions"].map((source) => [
    `the module of the wrappers as ${source}`,
    `import { runQuery as checked } from "${source}";\nconst f = (id) => { "use server"; return checked(member(\`/x/\${id}\`, () => id), () => 1); };`,
  ]),
])("%s is allowed", async (_, code = "") => {
  expect(await messages(code)).toEqual([]);
});
