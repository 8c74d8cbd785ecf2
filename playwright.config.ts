// The browser tests. `npm test` runs them against the production build; see tests/support/app.ts for what each worker
// starts.

import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import appConfig from "./app.config.ts";
import { browserOfTests } from "./scripts/browser.ts";
import { tagsOfOthers } from "./tests/support/methods.ts";

const { strategy } = appConfig.session;

/** What a visitor does in any browser. The virtual authenticator is Chromium's, so passkeys are not among it. */
const JOURNEYS = [
  "**/account/{activity,data,profile,sessions}.spec.ts",
  "**/components/*.spec.ts",
  "**/routes/{protected,welcome}.spec.ts",
  "**/sign-in/{email,github}.spec.ts",
];
// With BROWSERS=all, on a machine that has Playwright's builds: `npx playwright install --with-deps firefox webkit`.
const others = (["firefox", "webkit"] as const).map((browserName) => ({
  name: browserName,
  testMatch: JOURNEYS,
  grepInvert: [...tagsOfOthers, /@passkey\b/],
  use: { browserName, launchOptions: {} },
}));

export default defineConfig({
  testDir: "tests",
  testMatch: "**/*.spec.ts",
  // Under "jwt" there are no rows of sessions, and so nothing to see or to end.
  testIgnore: strategy === "jwt" ? ["**/sessions.spec.ts"] : [],
  grepInvert: tagsOfOthers,
  projects: process.env.BROWSERS === "all" ? [{ name: "chromium" }, ...others] : undefined,
  outputDir: "test-results",
  // A browser and an application each.
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  // The limit for a test that hangs. A busy machine is no failure.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    // A failure names a file with the page that the test saw. `--trace on` keeps the page of each step, and takes a
    // fifth longer.
    trace: "off",
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath: browserOfTests(),
      args: [
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Chromium would start a process for each page, and one before it is needed.
        "--renderer-process-limit=1",
      ],
      // Without a locale, as in many containers, Chromium misspells the folder of a download if its name is not ASCII.
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    },
  },
});
