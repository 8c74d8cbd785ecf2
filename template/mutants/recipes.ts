// Reads recipes.txt: the mutants of the recipes.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listRecipes } from "../../scripts/recipes/list.ts";
import { planRecipes } from "../../scripts/recipes/plan.ts";
import { isParsed, switched } from "./list.ts";

export interface RecipeMutant {
  /** The line in recipes.txt, counted from 1. */
  line: number;
  recipe: string;
  /** In the copy. */
  file: string;
  /** Text that the file contains exactly once, and the expression in it that is replaced. */
  text: string;
  expression: string;
  to: string;
  /** A part of the title of the test that must notice it. */
  title: string;
}

export function readRecipeMutants(): RecipeMutant[] {
  const lines = readFileSync(join(import.meta.dirname, "recipes.txt"), "utf8").split("\n");
  return lines.flatMap((content, index) => {
    if (!content || content.startsWith("#")) return [];
    const [recipe = "", file = "", from = "", to = "", title = ""] = content.split(" | ");
    const text = from.replace(/[⟦⟧]/g, "");
    return [{ line: index + 1, recipe, file, text, expression: from.match(/⟦(.*)⟧/)?.[1] ?? text, to, title }];
  });
}

/** @returns the file's text, in which the variable MUTANT chooses one of the mutants at run time. One build has all. */
export function withMutants(source: string, mutants: RecipeMutant[]): string {
  // From the last to the first, so that no mutant moves the text of another.
  const placed = mutants.map((mutant) => ({ ...mutant, at: source.indexOf(mutant.text) }));
  return placed
    .sort((a, b) => b.at - a.at)
    .reduce((text, { line, expression, to, at, ...mutant }) => {
      const start = at + mutant.text.indexOf(expression);
      return text.slice(0, start) + switched(line, expression, to) + text.slice(start + expression.length);
    }, source);
}

/**
 * @param root the project's folder
 * @param together the names of the recipes of the copy
 * @returns what does not fit the recipes' files, one line each
 */
export function problemsOfRecipeMutants(root: string, together: string[]): string[] {
  const pages = listRecipes(root).flatMap(({ name, pages }) => (together.includes(name) ? pages : []));
  const files = new Map(planRecipes(root, pages).flatMap((plan) => [...plan.files]));
  return [...Map.groupBy(readRecipeMutants(), ({ file }) => file)].flatMap(([file, mutants]) => {
    const source = files.get(file) ?? "";
    const wrong = mutants.filter(({ text, expression, to, title }) => {
      const isOnce = source.split(text).length === 2 && text.split(expression).length === 2;
      return !isOnce || expression === to || !title;
    });
    if (wrong.length > 0) return wrong.map(({ line, text }) => `recipes.txt:${line} ${file} has not once: ${text}`);
    return isParsed(withMutants(source, mutants), file) ? [] : [`recipes.txt: the mutants of ${file} cannot be parsed`];
  });
}
