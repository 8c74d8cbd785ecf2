// The titles of all tests. A reader of a failing run sees the title first, and a mutant or a page of the docs names it
// alone.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type ESTree, parseAst } from "vite";
import { expect, it } from "vitest";

/** A title that begins so has its subject elsewhere, or keeps its reader waiting for it. */
const NO_SUBJECT = new RegExp(
  `^(?:${[
    "is|are|was|were|be|been|has|have|had|does|do|did|can|cannot|could|will|would|shall|should|may|must|might",
    "not|never|only|just|also|even|still|and|or|but|so|then|there|it|its|they|their|them|he|she|his|her|this|these",
    "that|which|who|whose|whoever|where|when|whenever|while|until|unless|if|because|since|although|than|as|how|why",
    "of|at(?! least)|in|on|by|for|from|with|without|to|into|under|over|after|before|between|during|through|within|per|against|about",
    "once|during|beside|besides|behind|despite|instead",
  ].join("|")})\\b(?!:)`,
  "i",
);

const files = spawnSync("git", ["ls-files", "--", "tests", "packages", "template"], { encoding: "utf8" })
  .stdout.split("\n")
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file));

it.each([
  ["is refused", false],
  ["has a cookie", false],
  ["of a deleted user is refused", false],
  ["without JavaScript, the form is sent", false],
  ["cannot add a passkey", false],
  ["a spent link signs no user in", true],
  ["refuses a spent link", true],
  ["10 links an hour are sent", true],
])("the rule knows titles without a subject: %s", (title, isRight) => {
  expect(!NO_SUBJECT.test(title)).toBe(isRight);
});

it("each title begins with a subject, or with a verb of action", () => {
  const titles = files.flatMap((file) => titlesIn(file).map((title) => ({ file, title })));
  expect(titles.length).toBeGreaterThan(1500);
  expect(titles.filter(({ title }) => NO_SUBJECT.test(title)).map(({ file, title }) => `${file}: ${title}`)).toEqual(
    [],
  );
});

/** @returns the texts that `it`, `test` and their variants, such as `it.each(…)`, are called with first */
function titlesIn(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const titles: string[] = [];
  walk(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }), (node) => {
    if (node.type !== "CallExpression" || !isTest(node.callee)) return;
    const [title, ...others] = node.arguments;
    if (title && others.length > 0 && isText(title)) titles.push(source.slice(title.start + 1, title.end - 1));
  });
  return titles;
}

/** `it`, `it.each(rows)`, `test.fails`: not the groups and steps that have titles, too. */
function isTest(callee: ESTree.Node): boolean {
  if (callee.type === "Identifier") return callee.name === "it" || callee.name === "test";
  if (callee.type === "CallExpression") return isTest(callee.callee);
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return false;
  return !["describe", "step", "use", "extend"].includes(callee.property.name) && isTest(callee.object);
}

const isText = ({ type, ...node }: ESTree.Node | ESTree.SpreadElement) =>
  type === "TemplateLiteral" || (type === "Literal" && "value" in node && typeof node.value === "string");

function walk(node: unknown, visit: (node: ESTree.Node) => void): void {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node && typeof node.type === "string") visit(node as ESTree.Node);
  for (const child of Object.values(node)) walk(child, visit);
}
