// The package's own tests, with databases in memory.

import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["test/**/*.test.ts"],
    // They begin sooner than processes.
    pool: "threads",
    // They need an application's database (test/prisma/database.ts).
    exclude: ["test/prisma/**"],
    maxWorkers: availableParallelism(),
    // For what hangs. A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
