// Settings for the browser tests of the template. The stories are like a clone's own tests. "together" are longer ones
// that start servers of their own. Those that are left measure, flood, or take all of the machine, so they run alone.

import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

const TOGETHER = [
  "**/bundle.spec.ts",
  "**/client*.spec.ts",
  "**/cookie-prefixes.spec.ts",
  "**/cross-site.spec.ts",
  "**/denied.spec.ts",
  "**/device-bound.spec.ts",
  "**/dev*.spec.ts",
  "**/doctor.spec.ts",
  "**/durability.spec.ts",
  "**/errors.spec.ts",
  "**/extensions.spec.ts",
  "**/guard-fuzz.spec.ts",
  "**/input-fuzz.spec.ts",
  "**/jwt.spec.ts",
  "**/kill.spec.ts",
  "**/leftover-cookies.spec.ts",
  "**/libraries.spec.ts",
  "**/limits.spec.ts",
  "**/migration-question.spec.ts",
  "**/nonsense.spec.ts",
  "**/own-routes.spec.ts",
  "**/package.spec.ts",
  "**/providers.spec.ts",
  "**/screenshots.spec.ts",
  "**/silent-mail.spec.ts",
  "**/solid-2.spec.ts",
  "**/start-kit.spec.ts",
  "**/stolen-copy.spec.ts",
  "**/updates.spec.ts",
  "**/wrapper.spec.ts",
];
const OTHERS = ["stories/**", "postgresql/**"];

export default defineConfig(base, {
  outputDir: "../test-results",
  testMatch: "**/*.spec.ts",
  testIgnore: [],
  projects: [
    { name: "stories", testDir: "tests/stories", timeout: 120_000 },
    { name: "together", testDir: "tests", testMatch: TOGETHER, testIgnore: OTHERS, timeout: 10 * 60_000 },
    { name: "alone", testDir: "tests", testIgnore: [...OTHERS, ...TOGETHER], timeout: 10 * 60_000, workers: 1 },
    { name: "postgresql", testDir: "tests/postgresql", timeout: 120_000, workers: 1 },
  ],
});
