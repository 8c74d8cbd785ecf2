// `npm test` checks types, lint and format, runs the unit and server tests and builds for production, all at the same
// time. Then it runs the browser tests against that build. Arguments select steps: `npm test -- unit`,
// `npm test -- build e2e`; `npm test -- --verbose` prints the output of each step.

import { BUILD, bin, PREPARE, playwright, runSteps, vitest } from "./steps.ts";

await runSteps(
  {
    prepare: PREPARE,
    types: { script: bin("typescript/bin/tsc"), args: ["--noEmit"], runsBeside: true },
    lint: { script: bin("@biomejs/biome/bin/biome"), args: ["check", "--error-on-warnings"], runsBeside: true },
    unit: vitest(),
    build: { ...BUILD, runsBeside: true },
    e2e: playwright(),
  },
  process.argv.slice(2),
);
