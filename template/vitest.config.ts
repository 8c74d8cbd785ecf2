// Settings for the server tests of the template: the project's own documents, and the packages' tests. Those of
// packages/solid-authjs run with the application's adapter and database; its own vitest.config.ts runs them without.

import { join } from "node:path";
import { defineConfig } from "vitest/config";
import base from "../vitest.config.ts";
import { isNight, LAYER } from "./night.ts";

const layer = isNight ? ["packages/*/test/**/*.test.ts"] : LAYER.map((folder) => `${folder}**/*.test.ts`);

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    // The packages' tests replace what all files of a process share.
    isolate: true,
    // Some start whole programs, while a build and a browser run beside them.
    testTimeout: 10 * 60_000,
    setupFiles: [],
    include: ["template/tests/**/*.test.ts", ...layer],
    provide: { store: join(import.meta.dirname, "tests/support/store.ts") },
  },
});
