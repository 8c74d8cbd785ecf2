// `npm run audit`, as a clone's workflow runs it each week. (About recipes: updates.test.ts.)

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { audit, FAULT, registryWith } from "../support/audit.ts";

const { version } = JSON.parse(readFileSync("packages/solid-authjs/package.json", "utf8"));
const PUBLISHED = ["solid-authjs", "create-solid-auth-starter"];

it("npm run audit names a fault of the template that its authors publish for either package, and how the fix comes", async () => {
  const registry = await registryWith(PUBLISHED, `<=${version}`);
  const { code, said } = await audit(registry.url);
  await registry.close();
  expect(code).toBe(1);
  for (const name of PUBLISHED) expect(said).toContain(`${name}: A link signs in twice (high), ${FAULT.url}\n`);
  expect(said).toContain("npm run template:update");
});

it("npm run audit fails for a package of the lockfile as npm audit does, and names no update of the template", async () => {
  const registry = await registryWith(["solid-js"]);
  const vulnerable = await audit(registry.url);
  await registry.close();
  expect(vulnerable.code).toBe(1);
  expect(vulnerable.said).toContain(FAULT.url);
  expect(vulnerable.said).not.toContain("template:update");
});

it("npm run audit passes where the faults are those of earlier versions, and fails where the registry does not answer", async () => {
  const registry = await registryWith(["solid-authjs"], `<${version}`);
  expect((await audit(registry.url)).code).toBe(0);
  await registry.close();
  const { code, said } = await audit(registry.url);
  expect(code).toBe(1);
  expect(said).not.toMatch(/^\s+at /m);
});
