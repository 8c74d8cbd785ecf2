// Settings for the server tests of the template: the project's own documents, and the packages' tests. Those of
// packages/solid-auth run with the application's adapter and database; its own vitest.config.ts runs them without.

import { join } from "node:path";
import { defineConfig } from "vitest/config";
import base from "../vitest.config.ts";

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["template/tests/**/*.test.ts", "packages/*/test/**/*.test.ts"],
    provide: { store: join(import.meta.dirname, "tests/support/store.ts") },
  },
});
