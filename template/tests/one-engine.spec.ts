// PostgreSQL only. (SQLite only: first-changes.spec.ts.)

import { test } from "@playwright/test";
import { copyProject, installPackages } from "../../tests/support/copies.ts";
import { isPostgreSqlHere } from "../../tests/support/postgresql/server.ts";
import { NPM_TEST_TIMEOUT_MS, npmTest } from "./support/npm-test.ts";
import { commitCopy, expectOnly, keepOnly } from "./support/one-engine.ts";

if (isPostgreSqlHere())
  test("with PostgreSQL only, no word of SQLite is left, there is one client, the build has one driver, and npm test passes", () => {
    test.setTimeout(NPM_TEST_TIMEOUT_MS);
    const folder = copyProject("one-engine");
    installPackages(folder);
    commitCopy(folder);
    keepOnly("postgresql", folder);
    npmTest(folder);
    expectOnly("postgresql", folder);
  });
