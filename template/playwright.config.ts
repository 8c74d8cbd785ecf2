// Settings for the browser tests of the template. The stories are like a clone's own tests. "together" are longer ones
// that start servers of their own. Those that are left flood, or take all of the machine, so they run alone. What
// measures, and what night.ts has, runs at night only.

import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";
import { tagsOfOthers } from "../tests/support/methods.ts";
import { isNight, NIGHT_SPECS } from "./night.ts";

const TOGETHER = [
  "**/browser-objects.spec.ts",
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
  "**/mail-servers.spec.ts",
  "**/migration-question.spec.ts",
  "**/nonsense.spec.ts",
  "**/own-routes.spec.ts",
  "**/package.spec.ts",
  "**/providers.spec.ts",
  "**/real-browsers.spec.ts",
  "**/screenshots.spec.ts",
  "**/silent-mail.spec.ts",
  "**/solid-2.spec.ts",
  "**/start-kit.spec.ts",
  "**/stolen-copy.spec.ts",
  "**/two-builds.spec.ts",
  "**/updates.spec.ts",
  "**/wrapper.spec.ts",
];
const MEASURES = ["bench", "cores", "large-tables", "load", "same-answers", "short-lived"].map(
  (name) => `**/${name}.spec.ts`,
);
const OTHERS = ["stories/**", "postgresql/**"];
// They are regular expressions: a glob would be one of the folder of the project it is in.
const NIGHT = isNight ? [] : NIGHT_SPECS.map((start) => new RegExp(`template.tests.${start.replace("/", ".")}`));

export default defineConfig(base, {
  outputDir: "../test-results",
  testMatch: "**/*.spec.ts",
  testIgnore: [],
  grepInvert: [...tagsOfOthers, ...(isNight ? [] : [/@night\b/])],
  projects: [
    // These run at night only. Of same-answers.spec.ts each commit runs what it does not measure.
    { name: "measures", testDir: "tests", testMatch: MEASURES, timeout: 10 * 60_000, workers: 1 },
    { name: "stories", testDir: "tests/stories", testIgnore: NIGHT, timeout: 120_000 },
    {
      name: "together",
      testDir: "tests",
      testMatch: TOGETHER,
      testIgnore: [...OTHERS, ...NIGHT],
      timeout: 10 * 60_000,
    },
    {
      name: "alone",
      testDir: "tests",
      testIgnore: [...OTHERS, ...TOGETHER, ...NIGHT, ...(isNight ? MEASURES : [])],
      timeout: 10 * 60_000,
      workers: 1,
    },
    { name: "postgresql", testDir: "tests/postgresql", testIgnore: NIGHT, timeout: 120_000, workers: 1 },
  ],
});
