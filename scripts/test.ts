// `npm test` checks types, lint and format, runs the unit and server tests, builds for production and runs the browser
// tests against that build. Arguments select steps: `npm test -- unit`, `npm test -- build e2e`;
// `npm test -- --verbose` prints what each step says.

import { BUILD, bin, PREPARE, playwright, runSteps, vitest } from "./steps.ts";

runSteps(
  {
    prepare: PREPARE,
    types: { script: bin("typescript/bin/tsc"), args: ["--noEmit"] },
    lint: { script: bin("@biomejs/biome/bin/biome"), args: ["check", "--error-on-warnings"] },
    unit: vitest(),
    build: BUILD,
    e2e: playwright(),
  },
  process.argv.slice(2),
);
