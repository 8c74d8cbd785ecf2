// The unit and server tests.

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { watch } from "./scripts/watch.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  root: path("."),
  server: { watch },
  resolve: {
    alias: [
      { find: "~", replacement: path("src") },
      { find: "server-only", replacement: path("tests/support/empty.ts") },
      { find: "@solidjs/router", replacement: path("tests/support/router.ts") },
      // Not its other entries.
      { find: /^@solidjs\/start$/, replacement: path("tests/support/start.ts") },
    ],
  },
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: path("tests/support/database.ts"),
    maxWorkers: availableParallelism(),
    // A process for all files of a worker.
    isolate: false,
    setupFiles: path("tests/support/fresh.ts"),
    restoreMocks: true,
    // Of WebAssembly that a package imports.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    // The limit for a test that hangs. A busy machine is no failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
