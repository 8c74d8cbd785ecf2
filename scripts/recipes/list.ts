// The recipes: each is a row of the table in docs/recipes/README.md, of one page or several that belong together. A
// page that begins with "For any" also works without the other pages of its recipe.

import { readFileSync } from "node:fs";
import { join } from "node:path";

export const RECIPES = "docs/recipes";

export interface Recipe {
  /** The name of its first page. */
  name: string;
  /** The names of its pages, in their order. */
  pages: string[];
  /** A description of the recipe, in one line. */
  summary: string;
  /** The names of the recipes that this one builds on: the links of its line. */
  needs: string[];
  /** The name of the recipe, if this is one page of it. */
  partOf?: string;
}

/** @param folder the application's */
export function listRecipes(folder: string): Recipe[] {
  return recipesIn(readFileSync(join(folder, RECIPES, "README.md"), "utf8"));
}

/**
 * @returns the pages that can be taken alone, each as a separate recipe: its first sentence links to the pages that it
 *   needs
 */
export function listParts(folder: string): Recipe[] {
  return listRecipes(folder).flatMap(({ name: partOf, pages }) =>
    pages.slice(1).flatMap((name) => {
      const text = readFileSync(join(folder, RECIPES, `${name}.md`), "utf8");
      const [summary] = text.match(/^For any .*?\.(?= )/m) ?? [];
      return summary ? { name, pages: [name], summary, needs: linksIn(summary), partOf } : [];
    }),
  );
}

/** @param text of docs/recipes/README.md */
export function recipesIn(text: string): Recipe[] {
  return Array.from(text.matchAll(/^\| (\[.*\.md\)) \| (.*) \|$/gm), ([, links = "", summary = ""]) => {
    const pages = Array.from(links.matchAll(/\[([\w-]+)\.md\]/g), ([, page = ""]) => page);
    const text = summary.replace(/ \(\[.*\)\)/, "").replace(/\[([^\]]*?)(?:\.md)?\]\([^)]*\)/g, "$1");
    return { name: pages[0] ?? "", pages, summary: text, needs: linksIn(summary) };
  });
}

const linksIn = (text: string) => Array.from(text.matchAll(/\]\(([\w-]+)\.md\)/g), ([, name = ""]) => name);

/** @returns the names, each after the names of the recipes that it builds on */
export function withNeeds(recipes: Recipe[], names: string[]): string[] {
  const needsOf = (name: string) => recipes.find((recipe) => recipe.name === name)?.needs ?? [];
  return [...new Set(names.flatMap((name) => [...withNeeds(recipes, needsOf(name)), name]))];
}
