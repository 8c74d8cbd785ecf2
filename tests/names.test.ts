// Each query and action has its name twice, for the router and for the log. Both must be the same.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const FILES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/^server\b|^app\./.test(file))
  .map((file) => `src/${file}`);

/** From `query(` or `action(` at the beginning of a declaration to the name at its end. */
const DECLARATION = /= (query|action)\(\s*(async .*?\n\}|[^\n]*),\s*"([\w-]+)",?\s*\);/gs;

/** A declaration of one line calls a function of its file. */
const declarations = FILES.flatMap((file) => {
  const text = readFileSync(file, "utf8");
  return Array.from(text.matchAll(DECLARATION), ([, kind, body = "", name]) => ({
    kind,
    name,
    body: body.includes("\n") ? body : text,
  }));
});

it("every query and action of the sources is found", () => {
  const source = FILES.map((file) => readFileSync(file, "utf8")).join("\n");
  expect(declarations.length).toBeGreaterThanOrEqual(10);
  expect(declarations).toHaveLength(source.match(/= (query|action)\(/g)?.length ?? 0);
});

it.each(declarations)("$kind $name is logged under its own name", ({ kind, name, body }) => {
  const wrapper = kind === "query" ? "runQuery" : "runAction";
  expect(body).toMatch(new RegExp(`return ${wrapper}\\(\\s*"${name}",`));
});
