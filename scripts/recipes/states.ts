// The recipes that an application has followed, in two states of the template: scripts/template-update.mjs merges the
// changes between the two into the owner's files.

import { blocksIn } from "./blocks.ts";
import { RECIPES, recipesIn } from "./list.ts";
import { planPages } from "./plan.ts";

/** A line of `.template-base`. */
export interface Followed {
  name: string;
  /** The pages that were followed, if these are not all pages of the recipe. */
  parts: string[];
  /** The template's commit with the version of the pages that was followed. */
  since: string;
}

const SCHEMA = "prisma/schema.prisma";

/**
 * @param base the template's commit that the application has
 * @param later the template's commit that the application gets
 * @param read returns a file's text in a commit; undefined if there is no such file
 * @returns `files` are the texts of both commits with the recipes in them. A recipe that does not fit one of the
 *   commits is in neither of them; if it has changed, it is among `misfits`
 */
export function followRecipes(
  recipes: Followed[],
  base: string,
  later: string,
  read: (commit: string, file: string) => string | undefined,
) {
  const files = [new Map<string, string>(), new Map<string, string>()] as const;
  const changed: string[] = [];
  const misfits: Followed[] = [];
  const commands: string[] = [];
  let isSchemaChanged = false;

  function planOf({ name, parts }: Followed, state: string, commit: string, known: Map<string, string>) {
    const all = recipesIn(read(state, `${RECIPES}/README.md`) ?? "");
    const names = parts.length > 0 ? parts : (all.find((recipe) => recipe.name === name)?.pages ?? []);
    const pages = names.map((page) => ({ page, text: read(state, `${RECIPES}/${page}.md`) ?? "" }));
    const plans = planPages(pages, (file) => known.get(file) ?? read(commit, file));
    return {
      isFit: pages.length > 0 && pages.every(({ text }) => text) && plans.every((plan) => plan.problems.length === 0),
      code: pages.flatMap(({ text }) => blocksIn(text).map(({ file, lines }) => [file, ...lines].join("\n"))),
      commands: plans.flatMap((plan) => plan.commands),
      texts: plans.flatMap((plan) => [...plan.files]),
    };
  }

  for (const recipe of recipes) {
    const was = planOf(recipe, recipe.since, base, files[0]);
    const is = planOf(recipe, later, later, files[1]);
    const isFit = was.isFit && is.isFit;
    for (const [file, text] of isFit ? was.texts : []) files[0].set(file, text);
    for (const [file, text] of isFit ? is.texts : []) files[1].set(file, text);
    const differing = [...was.code, ...is.code].filter((code) => !(was.code.includes(code) && is.code.includes(code)));
    if (differing.length === 0) continue;
    if (!isFit) misfits.push(recipe);
    if (!isFit) continue;
    changed.push(recipe.name);
    commands.push(...is.commands.filter((command) => !was.commands.includes(command)));
    isSchemaChanged ||= differing.some((code) => code.startsWith(`${SCHEMA}\n`));
  }
  return { files, changed, misfits, commands, isSchemaChanged };
}
