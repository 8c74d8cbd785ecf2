// The tests of packages/solid-authjs that need a database, on the application's: `npm test -w solid-authjs` runs them,
// too.

import { join } from "node:path";
import { defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["packages/solid-authjs/test/prisma/**/*.test.ts"],
    provide: { store: join(import.meta.dirname, "adapter.ts") },
  },
});
