// The browser tests' settings for what keeps the template itself honest: one at a time, and each may take its time.

import { defineConfig } from "@playwright/test";
import base from "../../playwright.config.ts";

export default defineConfig(base, {
  testDir: ".",
  outputDir: "../../test-results",
  workers: 1,
  timeout: 10 * 60_000,
});
