// The `test` of tests that install packages into temporary folders: each removes its own when it ends. A folder with
// the packages of an application has some 30,000 files, and a worker that ends has five minutes before Playwright kills
// it.

import { test as base } from "@playwright/test";
import { removingFolders } from "../../../tests/support/temporary.ts";

export const test = base.extend<{ folders: undefined }>({
  folders: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that are needed.
    async ({}, use) => removingFolders(() => use(undefined)),
    { auto: true },
  ],
});
