// The browser tests' settings for what keeps the template itself honest. The stories are further ones of a clone's own kind; what
// else is here measures, floods or builds, so it runs one at a time, and each may take its time.

import { defineConfig } from "@playwright/test";
import base from "../../playwright.config.ts";

export default defineConfig(base, {
  outputDir: "../../test-results",
  testMatch: "**/*.spec.ts",
  testIgnore: [],
  projects: [
    { name: "stories", testDir: "stories", timeout: 120_000 },
    { name: "alone", testDir: ".", testIgnore: ["stories/**", "postgresql/**"], timeout: 10 * 60_000, workers: 1 },
    { name: "postgresql", testDir: "postgresql", timeout: 120_000, workers: 1 },
  ],
});
