// Copies of the project in which recipes of docs/recipes are followed, by the command that an owner has for it.

import { join } from "node:path";
import { listRecipes } from "../../../scripts/recipes/list.ts";
import { root } from "../../../tests/support/app.ts";
import { installedCopy } from "../../../tests/support/copies.ts";
import { runIn } from "./npm-test.ts";

/** The recipe for JWT sessions, with those that work with them too. */
export const WITH_JWT = ["jwt-sessions", "protected-page", "session-field", "role", "test-user"];

/** The recipe that takes start-kit out. */
export const WITHOUT_START_KIT = "without-start-kit";

/** All recipes that fit into one application. */
export const TOGETHER = listRecipes(root)
  .map(({ name }) => name)
  .filter((name) => name !== "jwt-sessions" && name !== WITHOUT_START_KIT);

/**
 * @param begin what is done to the copy before
 * @returns the folder of a copy with its packages, in which recipes are followed
 */
export function copyWithRecipes(name: string, recipes: string[], begin: (folder: string) => void): string {
  const folder = installedCopy(name);
  begin(folder);
  runIn(folder, join(folder, "scripts/recipe.ts"), recipes);
  return folder;
}
