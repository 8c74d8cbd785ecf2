// The recipe that takes start-kit out, in a copy of the project: the copy builds, and sign-in, the guard and the
// ownership of rows hold. What is lost is not tried.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tests/support/app.ts";
import { expect, test } from "../../tests/support/test.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest, runIn } from "./support/npm-test.ts";
import { copyWithRecipes, WITHOUT_START_KIT } from "./support/recipes.ts";
import { commitCopy } from "./support/setup.ts";
import { run } from "./support/updates.ts";

/** The commands of the recipe that `npm run recipe` leaves to its reader. */
const COMMANDS = Array.from(
  readFileSync(join(root, `docs/recipes/${WITHOUT_START_KIT}.md`), "utf8").matchAll(/^git .*/gm),
  ([command]) => command,
);

/** What a copy without start-kit still promises. */
const HOLDS = ["account/ownership", "routes/sign-in/email", "routes/sign-in/passkey", "server/middleware/guard"];

test("an application without start-kit builds, its types and its lint pass, and sign-in, the guard and the ownership of rows hold", () => {
  test.setTimeout(NPM_TEST_TIMEOUT_MS);
  const folder = copyWithRecipes(WITHOUT_START_KIT, [WITHOUT_START_KIT], commitCopy);
  expect(COMMANDS).toHaveLength(4);
  for (const command of COMMANDS) run(folder, command);
  npmTest(folder, "types", "lint", "unit", "build");
  runIn(folder, join(folder, "node_modules/@playwright/test/cli.js"), ["test", ...HOLDS]);
});
