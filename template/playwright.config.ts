// Settings for the browser tests of the template. The stories are like a clone's own tests. "clones" build changed
// copies, whose whole tests they run at night. "together" are those that start servers of their own. What measures, and
// what night.ts has, runs at night only.

import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";
import { tagsOfOthers } from "../tests/support/methods.ts";
import { isNight, NIGHT_SPECS } from "./night.ts";

const CLONES = ["first-changes", "recipe-mutants", "recipes", "setup", "translated"].map(
  (name) => `**/${name}.spec.ts`,
);
const MEASURES = ["**/same-answers.spec.ts"];
const OTHERS = ["stories/**", "postgresql/**"];
// They are regular expressions: a glob would be one of the folder of the project it is in.
const NIGHT = isNight ? [] : NIGHT_SPECS.map((start) => new RegExp(`template.tests.${start.replace("/", ".")}`));

export default defineConfig(base, {
  outputDir: "../test-results",
  testMatch: "**/*.spec.ts",
  testIgnore: [],
  grepInvert: [...tagsOfOthers, ...(isNight ? [] : [/@night\b/])],
  // The limit for a test that hangs. Many try a list of pages, and at night two parts share the machine.
  timeout: 10 * 60_000,
  projects: [
    // Tests that run at night only. Each commit runs the part of same-answers.spec.ts that measures nothing.
    { name: "measures", testDir: "tests", testMatch: MEASURES, workers: 1 },
    // The tests of copies take longest, so they begin first. The browser tests of a copy take all of the machine.
    {
      name: "clones",
      testDir: "tests",
      testMatch: CLONES,
      testIgnore: NIGHT,
      workers: isNight ? 1 : undefined,
    },
    {
      name: "together",
      testDir: "tests",
      testIgnore: [...OTHERS, ...CLONES, ...NIGHT, ...(isNight ? MEASURES : [])],
    },
    { name: "stories", testDir: "tests/stories", testIgnore: NIGHT },
    { name: "postgresql", testDir: "tests/postgresql", testIgnore: NIGHT, workers: 1 },
  ],
});
