// docs/first-changes.md, followed by an owner who writes in another language: a copy whose texts are made up, each word
// written backwards and a third longer, from right to left. A test that says an English word does not find it.

import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync } from "vite";
import { installedCopy } from "../../tests/support/copies.ts";
import { expect, test } from "../../tests/support/test.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest, runIn } from "./support/npm-test.ts";
import { commitCopy } from "./support/setup.ts";

test("a clone with all texts in another language passes its tests", () => {
  test.setTimeout(NPM_TEST_TIMEOUT_MS);
  const folder = installedCopy("translated");
  for (const file of globSync("src/messages/*.ts", { cwd: folder })) {
    const path = join(folder, file);
    writeFileSync(path, file.endsWith("language.ts") ? inArabic(readFileSync(path, "utf8")) : translated(path));
  }
  commitCopy(folder);
  runIn(folder, join(folder, "node_modules/@biomejs/biome/bin/biome"), ["check", "--write", "src/messages"]);
  npmTest(folder, "prepare", "types", "lint", "unit", "build");
  npmTest(folder, "e2e");
});

/** The language and its direction, in the one place that has them. */
function inArabic(source: string): string {
  const [language, direction] = ['=> "en"', '=> "ltr"'];
  expect(source).toContain(language);
  expect(source).toContain(direction);
  return source.replace(language, '=> "ar"').replace(direction, '=> "rtl"');
}

/** @returns a module whose texts are made up; its code is as before */
function translated(path: string): string {
  const source = readFileSync(path, "utf8");
  let result = "";
  let end = 0;
  for (const text of textsIn(parseSync(path, source).program).sort((a, b) => a.start - b.start)) {
    result += source.slice(end, text.start) + madeUp(source.slice(text.start, text.end));
    end = text.end;
  }
  return result + source.slice(end);
}

/** "{provider}" stands for what is put there. */
function madeUp(text: string): string {
  return text.replace(/\{\w+\}|\p{L}+/gu, (word) => {
    if (word.startsWith("{")) return word;
    return [...word].reverse().join("") + "é".repeat(Math.ceil(word.length / 3));
  });
}

/** What visitors do not read: keys of the code, and paths. */
const NO_TEXT = ["tone", "href"];

/** @returns the texts of a module's code: no types, names of properties, or what is compared */
function textsIn(node: unknown): ESTree.Node[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== "object" || node === null) return [];
  const each = node as ESTree.Node;
  if (each.type === "TemplateElement" || (each.type === "Literal" && typeof each.value === "string")) return [each];
  if (each.type === "Property") return NO_TEXT.includes(nameOf(each.key)) ? [] : textsIn(each.value);
  if (each.type === "TSAsExpression" || each.type === "TSSatisfiesExpression") return textsIn(each.expression);
  if (/^(TS|Import|Binary)/.test(each.type)) return [];
  return Object.values(each).flatMap(textsIn);
}

const nameOf = (key: ESTree.Node) => (key.type === "Identifier" ? key.name : "");
