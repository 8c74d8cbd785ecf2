// The recipes fit the project's files. recipes.spec.ts builds them and tries them in the browser, which takes minutes.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { copyProject } from "../../../tests/support/copies.ts";
import { editFiles, TOGETHER, WITH_JWT } from "../support/recipes.ts";

it("the recipe for passwords cuts a password before it is normalised, which takes the square of its combining marks", () => {
  const page = readFileSync("docs/recipes/passwords-check.md", "utf8");
  expect(page.match(/\.normalize\(/g)).toHaveLength(1);
  expect(page).toContain("password.slice(0, MAX_PASSWORD_LENGTH).normalize(");
});

it.each([
  ["recipes-together", TOGETHER],
  ["recipes-with-jwt", WITH_JWT],
])("the lines that the recipes change are there: %s", (name, recipes) => {
  const folder = copyProject(name);
  for (const recipe of recipes) expect(() => editFiles(folder, recipe), recipe).not.toThrow();
});
