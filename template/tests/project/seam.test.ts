// What the application imports of start-kit. An owner who wants to do without it follows
// docs/recipes/without-start-kit.md, which names these places.

import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const MOST_NAMES = 21;
const MOST_FILES = 11;

/** The names that it imports or hands on, and the entry. */
const IMPORT = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from "start-kit[^"]*"/g;

const imports = [...globSync("src/**/*.{ts,tsx}"), "app.config.ts"].flatMap((file) => {
  const text = readFileSync(file, "utf8");
  const found = Array.from(text.matchAll(IMPORT), ([, names = ""]) =>
    names.split(",").map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .replace(/ as .*/, ""),
    ),
  );
  // Each import is one of these: a default or a whole module would have no names to count.
  expect(text.split(/["'`]start-kit/).length - 1, file).toBe(found.length);
  return found
    .flat()
    .filter(Boolean)
    .map((name) => ({ file: file.replaceAll("\\", "/"), name }));
});

const WHAT_TO_DO =
  "The application imports start-kit at more places. Hand the value in by the list of src/middleware.ts or serve() in " +
  "src/server/start.ts, or move what is no repair of a framework into src; docs/recipes/without-start-kit.md names each place.";

it("the application imports at most twenty-one names of start-kit, in at most eleven files", () => {
  const [names, files] = [new Set(imports.map(({ name }) => name)), new Set(imports.map(({ file }) => file))];
  expect(names.size, `${WHAT_TO_DO} Names: ${[...names].join(", ")}.`).toBeLessThanOrEqual(MOST_NAMES);
  expect(files.size, `${WHAT_TO_DO} Files: ${[...files].join(", ")}.`).toBeLessThanOrEqual(MOST_FILES);
  expect([names.size, files.size].every((count) => count > 0)).toBe(true);
});

it("the recipe that takes start-kit out names each of these files", () => {
  const recipe = globSync("docs/recipes/without-start-kit*.md")
    .map((page) => readFileSync(page, "utf8"))
    .join("\n");
  for (const { file } of imports) expect(recipe).toContain(`\`${file}\``);
});
