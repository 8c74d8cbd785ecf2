// What `npm run build` says about a platform on which the application cannot work.

import { createNitro } from "nitro/builder";
import { expect, it } from "vitest";
import { presetWithNode } from "../../../scripts/nitro-preset.ts";
import { temporaryFolder } from "../../../tests/support/temporary.ts";

async function build(preset: string): Promise<void> {
  const nitro = await createNitro({ preset, rootDir: temporaryFolder(), modules: [presetWithNode], logLevel: 0 });
  await nitro.close();
}

it.each(["node-server", "vercel", "netlify"])("the build is made for Node: %s", async (preset) => {
  await expect(build(preset)).resolves.toBeUndefined();
});

it.each([
  ["cloudflare-module", "has no Node"],
  ["netlify-edge", "has no Node"],
  ["static", "has no server"],
])("the build is refused for %s, which %s", async (preset, why) => {
  await expect(build(preset)).rejects.toThrow(`The preset ${preset} ${why}`);
});
