// `npm test`: types, lint and format, unit and server tests, a production build, and the browser tests against it.
// `npm run test:full`: what keeps the template itself honest, and takes longer (tests/template), against that build.
// Names of steps as arguments run those alone: `npm test -- unit`, `npm test -- build e2e`.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBrowser } from "./browser.ts";

const root = join(import.meta.dirname, "..");
const bin = (path: string) => join(root, "node_modules", path);

const STEPS: Record<string, string[]> = {
  prepare: [join(root, "scripts/prepare.ts")],
  types: [bin("typescript/bin/tsc"), "--noEmit"],
  lint: [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"],
  unit: [bin("vitest/vitest.mjs"), "run"],
  build: [bin("vite/bin/vite.js"), "build", "--logLevel", "warn"],
  e2e: [bin("@playwright/test/cli.js"), "test"],
  template: [bin("@playwright/test/cli.js"), "test", "--config", join(root, "tests/template/playwright.config.ts")],
};

const chosen = process.argv.slice(2);
const steps = chosen.length > 0 ? ["prepare", ...chosen] : Object.keys(STEPS).filter((step) => step !== "template");
const started = Date.now();

for (const step of new Set(steps)) {
  const args = STEPS[step];
  if (!args) stop(`There is no step "${step}". Steps: ${Object.keys(STEPS).join(", ")}.`);
  const needsBrowser = step === "e2e" || step === "template";
  const browser = needsBrowser ? ensureBrowser() : undefined;
  if (needsBrowser && !browser) process.exit(1);
  console.log(`\n> ${step}`);
  const env = { ...process.env, ...(browser && { CHROMIUM_PATH: browser }) };
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env });
  if (status !== 0) stop(`The step "${step}" failed.`);
}
console.log(`\nAll is well, after ${Math.round((Date.now() - started) / 1000)} seconds.`);

function stop(message: string): never {
  console.error(`\n${message}`);
  process.exit(1);
}
