// Settings for the browser tests of the template. The stories are like a clone's own tests. The others measure, flood or
// build, so they run one at a time and have long timeouts.

import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

export default defineConfig(base, {
  outputDir: "../test-results",
  testMatch: "**/*.spec.ts",
  testIgnore: [],
  projects: [
    { name: "stories", testDir: "tests/stories", timeout: 120_000 },
    { name: "alone", testDir: "tests", testIgnore: ["stories/**", "postgresql/**"], timeout: 10 * 60_000, workers: 1 },
    { name: "postgresql", testDir: "tests/postgresql", timeout: 120_000, workers: 1 },
  ],
});
