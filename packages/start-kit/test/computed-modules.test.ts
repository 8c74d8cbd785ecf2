// A module that a build runs: the server gets its results, and nothing of what computes them.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { computedModules } from "../src/computed-modules.ts";

const MODULE = `
import "server-only";
import text from "./text.css?raw";
import { shout } from "~/shout";
export const words = [shout(text), "plain"];
export default { count: words.length };
`;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "computed-"));
  mkdirSync(join(root, "src"));
  const write = (name: string, content: string) => writeFileSync(join(root, "src", name), content);
  write("words.ts", MODULE);
  write("text.css", "hello");
  write("shout.ts", "export const shout = (text: string) => text.toUpperCase();");
  write("server.ts", 'export { default, words } from "./words";');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @returns the code of the server */
async function built(paths: string[]): Promise<string> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [computedModules(paths)],
    resolve: { alias: { "~": join(root, "src") } },
    build: { ssr: "src/server.ts", write: false },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

it("a build has the values that a module exports, and not the code that computes them", async () => {
  const code = await built(["src/words.ts"]);
  expect(code).toContain("HELLO");
  expect(code).not.toMatch(/toUpperCase|server-only/);
  const server = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  expect(server).toMatchObject({ default: { count: 2 }, words: ["HELLO", "plain"] });
});

it("a path without a module fails the build, which names it", async () => {
  await expect(built(["src/moved.ts"])).rejects.toThrow("start-kit: computedModules: there is no src/moved.ts.");
});
