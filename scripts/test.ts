// `npm test` checks types, lint and format, runs the unit and server tests, builds for production and runs the browser
// tests against that build. Arguments select steps: `npm test -- unit`, `npm test -- build e2e`.

import { BUILD, bin, PREPARE, runSteps } from "./steps.ts";

runSteps(
  {
    prepare: PREPARE,
    types: { script: bin("typescript/bin/tsc"), args: ["--noEmit"] },
    lint: { script: bin("@biomejs/biome/bin/biome"), args: ["check", "--error-on-warnings"] },
    unit: { script: bin("vitest/vitest.mjs"), args: ["run"] },
    build: BUILD,
    e2e: { script: bin("@playwright/test/cli.js"), args: ["test"], needsBrowser: true },
  },
  process.argv.slice(2),
);
