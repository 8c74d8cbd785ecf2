// The recipes: each is a row of the table in docs/recipes/README.md, of one page or several that belong together.

import { readFileSync } from "node:fs";
import { join } from "node:path";

export const RECIPES = "docs/recipes";

export interface Recipe {
  /** The name of its first page. */
  name: string;
  /** The names of its pages, in their order. */
  pages: string[];
  /** What it is, in one line. */
  summary: string;
  /** The names of those that it builds on: the links of its line. */
  needs: string[];
}

/** @param folder the application's */
export function listRecipes(folder: string): Recipe[] {
  const text = readFileSync(join(folder, RECIPES, "README.md"), "utf8");
  return Array.from(text.matchAll(/^\| (\[.*\.md\)) \| (.*) \|$/gm), ([, links = "", summary = ""]) => {
    const pages = Array.from(links.matchAll(/\[([\w-]+)\.md\]/g), ([, page = ""]) => page);
    const text = summary.replace(/ \(\[.*\)\)/, "").replace(/\[([^\]]*?)(?:\.md)?\]\([^)]*\)/g, "$1");
    const needs = Array.from(summary.matchAll(/\]\(([\w-]+)\.md\)/g), ([, need = ""]) => need);
    return { name: pages[0] ?? "", pages, summary: text, needs };
  });
}

/** @returns the names, each after those of the recipes that it builds on */
export function withNeeds(recipes: Recipe[], names: string[]): string[] {
  const needsOf = (name: string) => recipes.find((recipe) => recipe.name === name)?.needs ?? [];
  return [...new Set(names.flatMap((name) => [...withNeeds(recipes, needsOf(name)), name]))];
}
