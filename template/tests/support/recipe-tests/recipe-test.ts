// The `test` of recipes.spec.ts, for tests of recipes that have files of their own.

import type { App, test } from "../../../../tests/support/test.ts";

/** Its application has all recipes that fit together. Another one starts with its folder and its variables. */
export type RecipeTest = ReturnType<
  typeof test.extend<object, { app: App & { folder: string; env: Record<string, string | undefined> } }>
>;
