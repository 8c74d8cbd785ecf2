// The browser tests. `npm test` runs them against the production build; see tests/support/app.ts for what each worker starts.

import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/browser.ts";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: 2,
  timeout: 30_000,
  forbidOnly: Boolean(process.env.CI),
  // A browser on a busy machine may be late once. Playwright lists what passed the second time only as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  use: {
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: findBrowser(),
      args: ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    },
  },
});
