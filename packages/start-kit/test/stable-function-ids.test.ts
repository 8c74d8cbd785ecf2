// The ids by which browsers call server functions, in the output of SolidStart's own compiler.

import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { expect, test } from "vitest";
import { stableFunctionIds } from "../src/stable-function-ids.ts";

/** SolidStart's compiler, which is no export of its package. */
const COMPILER = fileURLToPath(
  new URL("directives/compile.js", import.meta.resolve("@solidjs/start/config")).href.replace("/config/", "/"),
);

const named = (name: string) => ({ kind: "named", name, source: "@solidjs/start/fns" });
const DEFINITIONS = { register: named("createServerReference"), clone: named("cloneServerReference") };

/** @returns the ids in the code of a file, as a project in a folder builds it */
async function idsOf(
  root: string,
  file: string,
  code: string,
  mode: "server" | "client" = "client",
): Promise<string[]> {
  const { compile } = await import(COMPILER);
  const options = { directive: "use server", definitions: DEFINITIONS, mode, env: "development" };
  const compiled = await compile(`${root}/${file}`, code, options);
  const { transform } = stableFunctionIds() as Plugin & {
    transform: { handler: (this: object, code: string, id: string) => { code: string } | undefined };
  };
  const error = (message: string) => {
    throw new Error(message);
  };
  const result = transform.handler.call({ error, environment: { config: { root } } }, compiled.code, `${root}/${file}`);
  return [...(result?.code ?? "").matchAll(/ServerReference\w*\("([^"]+)"/g)].map(([, id]) => id ?? "");
}

const save = `export const save = action(async (form) => { "use server"; return run(form); });`;
const remove = `export const remove = action(async (form) => { "use server"; return end(form); });`;

test("a function keeps its id when it moves within its file, and when others are added", async () => {
  const [first = "", second] = await idsOf("/one", "src/a.ts", `${save}\n${remove}`);
  expect(await idsOf("/one", "src/a.ts", `${remove}\n${save}`)).toEqual([second, first]);
  expect(await idsOf("/one", "src/a.ts", `export const other = ${save.slice(20)}\n${save}`)).toContain(first);
  expect(first).not.toBe(second);
});

test("the same code has the same ids in every folder, in the browser and on the server", async () => {
  const ids = await idsOf("/one", "src/a.ts", `${save}\n${remove}`);
  expect(await idsOf("/another/folder", "src/a.ts", `${save}\n${remove}`)).toEqual(ids);
  expect(await idsOf("/one", "src/a.ts", `${save}\n${remove}`, "server")).toEqual(ids);
});

test("functions of one name have different ids in different files", async () => {
  expect(await idsOf("/one", "src/a.ts", save)).not.toEqual(await idsOf("/one", "src/b.ts", save));
});

test("the build refuses two functions of one name in a file, because they could be mistaken for each other", async () => {
  const twins = `export const actions = { save: async () => { "use server"; }, remove: async () => { "use server"; } };`;
  await expect(idsOf("/one", "src/a.ts", twins)).rejects.toThrow('src/a.ts: two server functions are named "actions"');
});
