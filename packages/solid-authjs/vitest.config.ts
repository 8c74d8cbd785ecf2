// The package's own tests, with databases in memory.

import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** @auth/core remembers the kinds of providers that it has seen, in each worker. */
const ALONE = ["test/resolve-jwt.test.ts", "test/features/passkey/enable-webauthn.test.ts"];
// They need an application's database (test/prisma/database.ts).
const PRISMA = "test/prisma/**";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [PRISMA, ...ALONE],
          // The files of a worker share its modules.
          isolate: false,
          setupFiles: ["test/support/fresh.ts"],
        },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
    // Threads begin sooner than processes.
    pool: "threads",
    maxWorkers: availableParallelism(),
    // For what hangs. A busy machine is no failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
