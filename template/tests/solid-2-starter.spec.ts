// The way to Solid 2, tried on the application itself: a copy for start mode (template/solid-2) has its types and its
// build, and the application's own browser tests run there. docs/tomorrow.md has what the move costs, and what differs.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { root } from "../../tests/support/app.ts";
import { temporaryFolder } from "../../tests/support/temporary.ts";
import { INSTALL, mustRun } from "./support/bare-application.ts";
import { runIn } from "./support/npm-test.ts";
import { test } from "./support/removed-folders.ts";

/** Sign-in by mail, with GitHub and with a passkey, with JavaScript and without; the guard; the account page. */
const SPECS = ["account/methods", "account/profile", "routes/protected", "routes/sign-in"];

/** The titles of tests that fail there. docs/tomorrow.md says why. */
const DIFFERENT = ["signed out, following a link to the protected pages ends on the home page"];

test("a copy of the starter for Solid 2 has its types and its build, passes the starter's own tests of sign-in, of the protected pages and of the account, and costs what docs/tomorrow.md says", () => {
  const folder = temporaryFolder();
  const counted = mustRun(`node template/solid-2/copy.ts "${folder}"`, root);
  mustRun(INSTALL, folder);
  mustRun("npx tsc", folder);
  mustRun("npx vite build", folder);
  const browserTests = (...choice: string[]) =>
    runIn(folder, join(folder, "node_modules/@playwright/test/cli.js"), ["test", ...SPECS, ...choice]);
  const [, passed] = browserTests("--grep-invert", DIFFERENT.join("|")).match(/(\d+) passed/) ?? [];
  // One that passes is no difference any more.
  expect(() => browserTests("--grep", DIFFERENT.join("|"))).toThrow(`${DIFFERENT.length} failed`);
  const all = Number(passed) + DIFFERENT.length;
  const row = `| browser tests of sign-in, of the protected pages and of the account that pass | ${passed} of ${all} |`;
  expect(readFileSync(join(root, "docs/tomorrow.md"), "utf8")).toContain(counted + row);
});
