// The recipes fit the project's files. recipes.spec.ts builds them and tries them in the browser, which takes minutes.

import { expect, it } from "vitest";
import { copyProject } from "../../../tests/support/copies.ts";
import { editFiles, TOGETHER, WITH_JWT } from "../support/recipes.ts";

it.each([
  ["recipes-together", TOGETHER],
  ["recipes-with-jwt", WITH_JWT],
])("the lines that the recipes change are there: %s", (name, recipes) => {
  const folder = copyProject(name);
  for (const recipe of recipes) expect(() => editFiles(folder, recipe), recipe).not.toThrow();
});
